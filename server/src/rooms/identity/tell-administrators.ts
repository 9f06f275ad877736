/** Mails to the administrators of a company about its people and what happens there: for those alone who administer it still. */
import type { Moment } from '#platform/act/act.ts';
import { holdName, holdNameShared } from '#platform/database/hold-name.ts';
import type { Tx } from '#platform/database/db.ts';
import { type Mail, withdrawMails } from '#platform/jobs/outbox.ts';
import { administratorsOf } from './people.ts';

interface Whom {
  companyId: number;
  /** Only those who may decide about this person. */
  over?: number;
  /** Whom the mail is about. */
  except?: number;
}

const topic = 'to administrators';
const nameOf = (companyId: number): string => `mails to administrators of company ${companyId}`;

/** Whom a mail may be written to until the transaction ends. */
export async function administratorsToTell(
  tx: Tx,
  { companyId, over, except }: Whom,
): Promise<{ providerId: number; email: string }[]> {
  // Several may write at once; who takes mails back waits for all of them.
  await holdNameShared(tx, nameOf(companyId));
  return (await administratorsOf(tx, companyId, over)).filter(({ providerId }) => providerId !== except);
}

/** Gives how many are told. */
export async function tellAdministrators(moment: Moment, whom: Whom, letter: (to: string) => Mail): Promise<number> {
  const told = await administratorsToTell(moment.tx, whom);
  await writeTo(moment, told, letter);
  return told.length;
}

/** The same to those of whom it is known that they may be written to. */
export async function writeTo(
  { sendMail }: Pick<Moment, 'sendMail'>,
  told: readonly { email: string }[],
  letter: (to: string) => Mail,
): Promise<void> {
  for (const { email } of told) await sendMail({ ...letter(email), topic });
}

/** Takes back what still waits for people who administer the company no longer. That must be written by then. */
export async function withdrawMailsToAdministrators(
  { tx, now }: Moment,
  { companyId, emails }: { companyId: number; emails: readonly string[] },
): Promise<void> {
  await holdName(tx, nameOf(companyId));
  await withdrawMails(tx, { now }, emails, [topic]);
}
