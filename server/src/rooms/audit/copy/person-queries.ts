/** What the copies about one person read in common, and what they leave out of it. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { lastArchived } from '#platform/jobs/archive-months.ts';

interface Person {
  companyId: number;
  kind: 'patient' | 'participant';
  id: number;
}

interface Sight {
  at: Date;
  cpId: number | null;
  person: string | null;
  call: string;
  outcome: string;
  /** By somebody who had emergency access then (PRV-11). */
  inEmergency: boolean;
  host: string;
  address: string;
  requestId: string;
}
/** So many readings a copy tells at most; the older ones are the operator's to print. */
export const mostSights = 100_000;

/** Who read somebody, the newest first, and one more than a copy tells. Inside the fence the database takes no index for this. */
const sightsOf = ({ companyId, kind, id }: Person) => sql<Sight>`
  select at, entry.provider_id as "cpId", btrim(first_name || ' ' || last_name) as person, call, outcome,
    in_emergency as "inEmergency", host, address, request_id as "requestId"
  from (select * from access_entry
    where record_ids @> array[${id}::int] and record_kind = ${kind} and company_id = ${companyId}
    order by at desc, entry_id desc limit ${mostSights + 1}) as entry
  left join provider using (provider_id) order by at desc, entry_id desc`;

/** Mails and texts that were written to somebody. */
const messagesTo = (tx: Tx, { kind, id }: Person) =>
  tx
    .selectFrom('message')
    .where(kind === 'patient' ? 'patient_id' : 'participant_id', '=', id)
    .orderBy('message_id')
    .select(['channel', 'recipient', 'subject', 'created_at', 'sent_at', 'withdrawn_at'])
    .execute();

/** What of somebody's record portal_system alone reads. */
export async function readBySystem(tx: Tx, person: Person) {
  const { rows } = await sightsOf(person).execute(tx);
  return {
    accesses: rows.slice(0, mostSights),
    accessesLeftOut: { archivedUpTo: await lastArchived(tx, 'access_entry'), newestAlone: rows.length > mostSights },
    messages: await messagesTo(tx, person),
  };
}
export type ReadBySystem = Awaited<ReturnType<typeof readBySystem>>;

/** The same of somebody who has been on record since: of earlier months there is nothing to tell. */
export const leftOutSince = (
  { archivedUpTo, newestAlone }: ReadBySystem['accessesLeftOut'],
  since: Date,
): ReadBySystem['accessesLeftOut'] => ({
  archivedUpTo: archivedUpTo !== null && archivedUpTo >= since.toISOString().slice(0, 7) ? archivedUpTo : null,
  newestAlone,
});

/** What the owner of the address chose, on which page. */
export const choicesOf = (tx: Tx, email: string | null) =>
  tx
    .selectFrom('email_choice')
    .where('email', '=', (email ?? '').toLowerCase())
    .orderBy('choice_id')
    .select(['email', 'wants_emails', 'chosen_at', 'page', 'host'])
    .execute();
