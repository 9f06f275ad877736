/** Whom a notice reaches, and what is taken back from whoever loses access. Whoever has no switch of it, and so could not refuse it, is not told, whoever sends it (PRV-08). */
import { allNotices, type NoticeKey, notifications } from '@portal/contract/providers/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { withdrawMailsToAdministrators } from './tell-administrators.ts';

const switchedOn = (notice: NoticeKey, providerId: RawBuilder<unknown>) =>
  sql`select choice.notification_id from notification_preference choice
    where choice.provider_id = ${providerId} and choice.name = ${notifications[notice].name} and choice.enabled`;

/** Of a column with somebody's number. */
export const isNoticeOn = (notice: NoticeKey, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${switchedOn(notice, sql.ref(column))})`;

/** Their switch is held, so that a mail is not written beside it. */
export async function wantsNotice(tx: Tx, providerId: number, notice: NoticeKey): Promise<boolean> {
  const { rows } = await sql`${switchedOn(notice, sql`${providerId}`)} for share`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes back what still waits for people who have lost access, and tells of others or of work. What tells of their own account goes, and
 * so does what waits for a participant or a partner with the same address. That they lost access is written by then. Their switches are
 * held before anything else, of all at once: two who do this to some of the same people wait for each other and never both.
 */
export async function withdrawMailsOf(
  moment: Moment,
  companyId: number,
  people: readonly { providerId: number; email: string }[],
): Promise<void> {
  if (people.length === 0) return;
  const { tx, now } = moment;
  await tx
    .selectFrom('notification_preference')
    .select('notification_id')
    .where('provider_id', '=', anyOf(people.map(({ providerId }) => providerId)))
    .orderBy('notification_id')
    .forUpdate()
    .execute();
  const emails = people.map(({ email }) => email);
  const topics = allNotices.filter(({ endsWithAccess }) => endsWithAccess).map(({ topic }) => topic);
  await withdrawMails(tx, { now }, emails, topics);
  await withdrawMailsToAdministrators(moment, { companyId, emails });
}
