/** SQL of who wants e-mails. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';

/** Whoever chooses, and whoever sends something that may be refused, waits for the other. */
export const holdAddress = (tx: Tx, email: string): Promise<void> => holdName(tx, `emails to ${email.toLowerCase()}`);

/** Whether the owner of this address wants e-mails of the company inside whose fence it is asked; `hold` until the transaction ends. */
export async function wantsEmails(tx: Tx, email: string, { hold = false } = {}): Promise<boolean> {
  if (hold) await holdAddress(tx, email);
  const last = await tx
    .selectFrom('email_choice')
    .select('wants_emails')
    .where('email', '=', email.toLowerCase())
    .orderBy('choice_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.wants_emails ?? true;
}

/** Every participant of any company who has this address, and what was chosen for it there. */
export const findAnywhere = (tx: Tx, email: string) =>
  tx
    .selectFrom('participant')
    .select([
      'participant_id as participantId',
      'company_id as companyId',
      'site_id as siteId',
      sql<boolean>`coalesce((select choice.wants_emails from email_choice choice
        where choice.company_id = participant.company_id and choice.email = ${email} order by choice.choice_id desc limit 1), true)`.as(
        'wantsEmails',
      ),
    ])
    .where(sql`lower(participant.email)`, '=', email)
    .orderBy('participant_id')
    .execute();
