/** Whom a notice reaches. Whoever has no switch of it, and so could not refuse it, is not told, whoever sends it (PRV-08). */
import { allNotices, type NoticeKey, notifications } from '@portal/contract/providers/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { withdrawMailsToAdministrator } from './tell-administrators.ts';

const switchedOn = (notice: NoticeKey, providerId: RawBuilder<unknown>) =>
  sql`select choice.notification_id from notification_preference choice
    where choice.provider_id = ${providerId} and choice.name = ${notifications[notice].name} and choice.enabled`;

/** Of a column with somebody's number. */
export const wantNotice = (notice: NoticeKey, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${switchedOn(notice, sql.ref(column))})`;

/** Their switch is held, so that a mail is not written beside it. */
export async function wantsNotice(tx: Tx, providerId: number, notice: NoticeKey): Promise<boolean> {
  const { rows } = await sql`${switchedOn(notice, sql`${providerId}`)} for share`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes back what still waits for somebody who has lost access, and tells of other people or of work. What tells of their own account
 * goes, and so does what waits for a participant or a partner with the same address. That they lost access is written by then.
 */
export async function withdrawMailsOf(
  moment: Moment,
  person: { companyId: number; providerId: number; email: string },
): Promise<void> {
  const { tx, now } = moment;
  await tx
    .selectFrom('notification_preference')
    .select('notification_id')
    .where('provider_id', '=', person.providerId)
    .orderBy('notification_id')
    .forUpdate()
    .execute();
  for (const { topic, endsWithAccess } of allNotices)
    if (endsWithAccess) await withdrawMails(tx, { now }, person.email, topic);
  await withdrawMailsToAdministrator(moment, person);
}
