/** What the copies about one person have in common. SQL, nothing else. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

interface Person {
  companyId: number;
  kind: 'patient' | 'participant';
  id: number;
}

export interface Sight {
  at: Date;
  cpId: number | null;
  person: string | null;
  call: string;
  outcome: string;
  host: string;
  address: string;
  requestId: string;
}
/** So many readings a copy tells at most; the older ones are the operator's to print. */
const mostSights = 100_000;

/** Who read somebody, the newest first. Inside the fence the database takes no index for this. */
const sightsOf = ({ companyId, kind, id }: Person) => sql<Sight>`
  select at, entry.provider_id as "cpId", btrim(first_name || ' ' || last_name) as person, call, outcome, host, address,
    request_id as "requestId"
  from (select * from access_entry
    where record_ids @> array[${id}::int] and record_kind = ${kind} and company_id = ${companyId}
    order by at desc, entry_id desc limit ${mostSights}) as entry
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
export const readBySystem = async (tx: Tx, person: Person) => ({
  accesses: (await sightsOf(person).execute(tx)).rows,
  messages: await messagesTo(tx, person),
});
export type ReadBySystem = Awaited<ReturnType<typeof readBySystem>>;

/** What the owner of the address chose, on which page. */
export const choicesOf = (tx: Tx, email: string | null) =>
  tx
    .selectFrom('email_choice')
    .where('email', '=', (email ?? '').toLowerCase())
    .orderBy('choice_id')
    .select(['email', 'wants_emails', 'chosen_at', 'page', 'host'])
    .execute();
