/** The link to a conversation: one code for each, of which a hash alone is kept (see responses, link-codes). */
import { conversationAccess } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import type { BrandOfHost } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { opensOn, sameOrNewCode } from '#rooms/responses/door.ts';

/** What a notice with the link of a conversation opens, by which it is found; `notices_taken_back` goes by the same. */
export const opensConversation = (conversationId: number): string => `conversation ${conversationId}`;

/** The code of a conversation that the caller holds, and how long it can be used, which begins anew with each notice; the same one until then. */
export async function codeForConversation(
  tx: Tx,
  { conversationId, companyId }: { conversationId: number; companyId: number },
  now: Date,
): Promise<{ code: string; until: Date }> {
  const kept = await tx
    .selectFrom('conversation_code')
    .select(['code_hash as hash', 'made_at as madeAt', 'expires_at as expiresAt', 'tries_left as triesLeft'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  const { code, made, until } = sameOrNewCode(tx, opensConversation(conversationId), kept, now);
  if (!made) {
    await tx
      .updateTable('conversation_code')
      .set({ expires_at: until })
      .where('conversation_id', '=', conversationId)
      .execute();
    return { code, until };
  }
  await tx
    .insertInto('conversation_code')
    .values({ conversation_id: conversationId, company_id: companyId, ...made })
    .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(made))
    .execute();
  return { code, until };
}

/** Whether wrong dates of birth have used up the link of a conversation. One that ended otherwise has expired with that. */
export const hasSpentLink = (conversationId: 'last.conversation_id', now: Date) =>
  sql<boolean>`exists (select from conversation_code code
    where code.conversation_id = ${sql.ref(conversationId)} and code.tries_left = 0 and code.expires_at > ${now})`;

/** Whether the company with this number writes with its patients (SEC-24). */
export const hasMessaging = (companyId: 'link.company_id' | 'conversation.company_id') =>
  sql<boolean>`exists (select from company_module module
    where module.company_id = ${sql.ref(companyId)} and module.name = ${conversationAccess.module})`;

/** A link that can be used on a host, with whose conversation it is: of a company that writes with its patients (SEC-24). */
export const findAnywhereLink = (tx: Tx, codeHash: Buffer, { now, on }: { now: Date; on: BrandOfHost }) =>
  tx
    .selectFrom('conversation_code as link')
    .innerJoin('conversation', 'conversation.conversation_id', 'link.conversation_id')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .select([
      'link.conversation_id as conversationId',
      'link.company_id as companyId',
      'link.tries_left as triesLeft',
      'conversation.topic',
      'patient.patient_id as patientId',
      'patient.born_on as bornOn',
    ])
    .where('link.code_hash', '=', codeHash)
    .where('link.expires_at', '>', now)
    .where('link.tries_left', '>', 0)
    .where('patient.status', '=', 'active')
    .where(hasMessaging('link.company_id'))
    .where(opensOn(on, 'link.company_id'))
    .where('patient.removed_at', 'is', null);
export type Link = NonNullable<Awaited<ReturnType<ReturnType<typeof findAnywhereLink>['executeTakeFirst']>>>;

export const countWrongAnywhere = (tx: Tx, codeHash: Buffer) =>
  tx
    .updateTable('conversation_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('code_hash', '=', codeHash)
    .returning('tries_left as triesLeft')
    .executeTakeFirstOrThrow();
