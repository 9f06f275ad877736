/** Mail and texts leave through the outbox: written in the transaction of the act they belong to, delivered after it. */
import type { Topic } from '@portal/contract/topics.ts';
import { sql } from 'kysely';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { failFields } from '#platform/core/fail.ts';
import { wakes } from './jobs.ts';

export const deliverMessages = 'deliver-messages';

/** Whom a message is for, by which it is found when they are not to be reached, or not there, any more (PRV-03, PRV-08). */
interface Addressee {
  patientId?: number;
  participantId?: number;
  partnerId?: number;
}
/** With a card in it, whose line says so when it is taken back (PRV-08). */
interface Outreach {
  outreachId?: number;
}
/** With a link or a code in it that does not last: a message that is still waiting when that is dead helps nobody (REL-12). */
interface Opening {
  opens?: { what?: string; until: Date };
}
export interface Mail extends Addressee, Outreach, Opening {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** In whose name it goes out, and where an answer goes: the address that it is sent from is the portal's, whose mail few read. */
  speaker?: { name: string; answersTo: string };
  /** A mail that waits is withdrawn by its topic: once its recipient refuses the topic (PRV-08), or has lost access. */
  topic?: Topic;
}
export interface Text extends Addressee, Outreach, Opening {
  to: string;
  text: string;
}

/** Puts a mail in the outbox. Without `SMTP_URL` it stays there, caught. */
export async function sendMail(tx: Tx, clock: Pick<Clock, 'now'>, mail: Mail): Promise<void> {
  // SEC-26: neither a second header nor a second recipient can be brought in.
  if (!/^[^\s,;:<>()"\\]+@[^\s,;:<>()"\\]+$/.test(mail.to)) throw failFields({ to: 'is not one e-mail address' });
  if (/[\r\n]/.test(mail.subject)) throw failFields({ subject: 'must be one line' });
  await tx
    .insertInto('message')
    .values({
      channel: 'email',
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      html: mail.html ?? null,
      from_name: mail.speaker?.name ?? null,
      answers_to: mail.speaker?.answersTo ?? null,
      topic: mail.topic ?? null,
      ...addressed(mail),
      ...opening(mail),
      created_at: clock.now(),
    })
    .execute();
  await wake(tx);
}

/**
 * Takes back what still waits for this address on this topic. The topic is one whose mails somebody refuses for their address as a
 * whole, or that goes to people who sign in, of whom each has their own. A mail that is being handed over at this moment is out.
 */
export async function withdrawMails(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  emails: readonly string[],
  topics: readonly Topic[],
): Promise<void> {
  await sql`select withdraw_messages(email, topic, ${clock.now()})
    from unnest(${[...emails]}::text[]) email, unnest(${[...topics]}::text[]) topic`.execute(tx);
}

/**
 * Takes back what still waits for a patient or a participant of the company, in one channel or, without one, in both. Whoever writes to
 * them holds them, and so does whoever calls this.
 */
export async function withdrawMessages(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  { patientId, participantId, channel }: Omit<Addressee, 'partnerId'> & { channel?: 'email' | 'sms' },
): Promise<void> {
  await sql`select withdraw_messages_to(${patientId ?? null}, ${participantId ?? null}, ${channel ?? null}, ${clock.now()})`.execute(
    tx,
  );
}

/**
 * Takes back what still waits for a partner of the company, and sends it to another address where there is one. Whoever writes to the
 * partner holds it, and so does whoever calls this. A mail that is being handed over at this moment goes to both addresses.
 */
export async function redirectMails(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  { partnerId, to }: { partnerId: number; to: string | null },
): Promise<void> {
  await sql`select redirect_messages_to_partner(${partnerId}, ${to}, ${clock.now()})`.execute(tx);
  if (to !== null) await wake(tx);
}

/** Takes back what still waits and would bring a link or a code to this, which has just ended. */
export async function withdrawOpening(tx: Tx, now: Date, what: string): Promise<void> {
  await sql`select withdraw_messages_that_open(${what}, ${now})`.execute(tx);
}

/** What still waits with a link to this goes out no more: a newer message, which the caller writes next, says the same, or it was read. */
export async function outdateOpening(tx: Tx, now: Date, what: string): Promise<void> {
  await sql`select outdate_messages_that_open(${what}, ${now})`.execute(tx);
}

const addressed = ({ patientId, participantId, partnerId, outreachId }: Addressee & Outreach) => ({
  patient_id: patientId ?? null,
  participant_id: participantId ?? null,
  partner_id: partnerId ?? null,
  outreach_id: outreachId ?? null,
});

const opening = ({ opens }: Opening) => ({ opens: opens?.what ?? null, useless_after: opens?.until ?? null });

/** Told at commit, and only then. */
const wake = (tx: Tx) => sql`select pg_notify(${wakes}, ${deliverMessages})`.execute(tx);

/** Puts a text in the outbox. Without `SMS_URL` it stays there, caught. */
export async function sendText(tx: Tx, clock: Pick<Clock, 'now'>, { to, text, ...more }: Text): Promise<void> {
  if (!/^\+?[\d ()-]{3,30}$/.test(to)) throw failFields({ to: 'is not a phone number' });
  await tx
    .insertInto('message')
    .values({
      channel: 'sms',
      recipient: to,
      subject: '',
      body: text,
      ...addressed(more),
      ...opening(more),
      created_at: clock.now(),
    })
    .execute();
  await wake(tx);
}
