/** SQL of who wants e-mails. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';

/** Whoever chooses, and whoever sends something that may be refused, waits for the other. */
export const holdAddress = (tx: Tx, email: string): Promise<void> => holdName(tx, `emails to ${email.toLowerCase()}`);

/** The same for many, in one order whoever holds them: two who hold several would else wait for each other. */
export async function holdAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails.map((one) => one.toLowerCase()))].toSorted()) await holdAddress(tx, email);
}

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

/** The same as SQL, for a list of people. */
export const wantsNow = (companyId: RawBuilder<unknown>, email: RawBuilder<unknown> | string) =>
  sql<boolean>`coalesce((select choice.wants_emails from email_choice choice
    where choice.company_id = ${companyId} and choice.email = ${email} order by choice.choice_id desc limit 1), true)`;

/** Every participant and patient of any company who has this address, their groups, and what was chosen for it there. */
export async function findAnywhere(tx: Tx, email: string) {
  const participants = await tx
    .selectFrom('participant')
    .select(['participant_id as id', 'company_id as companyId', sql<number[]>`array[site_id]`.as('careGroupIds')])
    .select(wantsNow(sql`participant.company_id`, email).as('wantsEmails'))
    .where(sql`lower(participant.email)`, '=', email)
    .orderBy('participant_id')
    .execute();
  const patients = await tx
    .selectFrom('patient')
    .select([
      'patient_id as id',
      'company_id as companyId',
      sql<number[]>`array(select own.care_group_id from patient_care_group own
        where own.patient_id = patient.patient_id order by 1)`.as('careGroupIds'),
    ])
    .select(wantsNow(sql`patient.company_id`, email).as('wantsEmails'))
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .orderBy('patient_id')
    .execute();
  return [
    ...participants.map((one) => ({ ...one, kind: 'participant' as const })),
    ...patients.map((one) => ({ ...one, kind: 'patient' as const })),
  ];
}
