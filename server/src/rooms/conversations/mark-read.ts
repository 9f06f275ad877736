import type { Act } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { outdateOpening } from '#platform/jobs/outbox.ts';
import { sql } from 'kysely';
import type { Actor } from '#platform/security/viewer.ts';
import { opensConversation } from './patient/links.ts';
import { planNotice } from './patient/tell-patients.ts';
import { holdAnywhere, holdOfMember } from './queries.ts';
import { memberIdsOf, noConversation } from './sight.ts';

/** Keeps that a member has read messages of others, and gives those that they had not read before (OPC-77). */
export async function markRead(
  act: Act,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<{ messageIds: number[] }> {
  const { tx, viewer, now, announce, logRead } = act;
  const { providerId, companyId } = viewer;
  const conversation = await holdOfMember(tx, viewer, conversationId);
  if (!conversation) throw noConversation();
  const { rows } = await sql<{ id: number }>`
    insert into message_reading (message_id, provider_id, company_id, read_at)
    select m.message_id, ${providerId}, ${companyId}, ${now()} from conversation_message m
    where m.conversation_id = ${conversationId} and m.message_id = ${anyOf(messageIds)}
      and m.provider_id is distinct from ${providerId}
      and m.message_id > coalesce((select place.read_to from conversation_reading place
        where place.conversation_id = ${conversationId} and place.provider_id = ${providerId}), 0)
    on conflict do nothing returning message_id as id`.execute(tx);
  const read = rows.map(({ id }) => id).sort((a, b) => a - b);
  if (read.length === 0) return { messageIds: [] };
  // Up to the first one that is still unread.
  await sql`
    insert into conversation_reading (conversation_id, provider_id, company_id, read_to)
    select ${conversationId}, ${providerId}, ${companyId}, coalesce(
      (select min(m.message_id) - 1 from conversation_message m
        where m.conversation_id = ${conversationId} and m.provider_id is distinct from ${providerId}
          and m.message_id > coalesce((select place.read_to from conversation_reading place
            where place.conversation_id = ${conversationId} and place.provider_id = ${providerId}), 0)
          and not exists (select from message_reading r
            where r.message_id = m.message_id and r.provider_id = ${providerId})),
      (select max(m.message_id) from conversation_message m where m.conversation_id = ${conversationId}))
    on conflict (conversation_id, provider_id) do update set read_to = excluded.read_to`.execute(tx);
  logRead('patient', [conversation.patientId]);
  await announce({
    type: 'conversation.read',
    id: conversationId,
    people: await memberIdsOf(act, conversationId),
    of: { conversation: conversationId, messages: read, by: providerId },
  });
  return { messageIds: read };
}

/** The patient has read what their page has shown, and need not be told of it. */
export async function markReadByPatient(
  act: Act<Actor>,
  conversationId: number,
  messageIds: readonly number[],
): Promise<void> {
  const { tx, now, announce } = act;
  const { rows } = await sql<{ id: number }>`
    insert into message_reading (message_id, company_id, read_at)
    select m.message_id, m.company_id, ${now()} from conversation_message m
    where m.conversation_id = ${conversationId} and m.message_id = ${anyOf(messageIds)} and m.provider_id is not null
    on conflict do nothing returning message_id as id`.execute(tx);
  if (rows.length === 0) return;
  const read = rows.map(({ id }) => id).sort((a, b) => a - b);
  // Whoever writes at this moment holds it: what they wrote is found below, or comes afterwards and plans its own notice.
  await holdAnywhere(tx, conversationId);
  await tx.deleteFrom('conversation_notice').where('conversation_id', '=', conversationId).execute();
  if (await wasWrittenSince(tx, conversationId, Math.max(...messageIds))) await planNotice(act, [conversationId]);
  // Until the planned one goes out, a notice that waits tells of what is new.
  else await outdateOpening(tx, now(), opensConversation(conversationId));
  await announce({
    type: 'conversation.read',
    id: conversationId,
    people: await memberIdsOf(act, conversationId),
    of: { conversation: conversationId, messages: read, by: null },
  });
}

/** The page was put together without it. */
const wasWrittenSince = async (tx: Tx, conversationId: number, messageId: number): Promise<boolean> =>
  (await tx
    .selectFrom('conversation_message')
    .select('message_id')
    .where('conversation_id', '=', conversationId)
    .where('message_id', '>', messageId)
    .where('provider_id', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_reading')
            .whereRef('message_reading.message_id', '=', 'conversation_message.message_id')
            .where('message_reading.provider_id', 'is', null)
            .select('message_reading.message_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;
