/**
 * P11-09: in the database of the tests no row of a company changes without an entry in the audit trail that is written in the same
 * transaction, of the record that the row is, or of the one that it belongs to. Whether the entry says all of the change is for the tests
 * of the act.
 */
import { type AuditAction, recordWords, tableOfRecords } from '@portal/contract/audit/words.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { sendAlong, type Tx } from '../src/platform/database/db.ts';

/** Tables whose rows come and go without an entry, each with the reason. */
const others: Record<string, string> = {
  access_entry: 'is a log itself',
  access_token: 'is the secret of a session',
  address: 'is a part of the record that keeps it',
  audit_entry: 'is the trail itself',
  card_image: 'is a part of a card, whose entry has its fingerprint',
  conversation_code: 'is the secret of a notice, which is recorded itself',
  conversation_notice: 'says when a patient is told, which is recorded itself',
  conversation_reading: 'is summed up from a log',
  email_choice: 'is of an address; with whoever has it the choice is recorded itself',
  event: 'tells of a change',
  foreign_call: 'counts towards an alarm',
  idempotency_key: 'remembers an answer',
  known_device: 'is known from signing in, which the log of security events has',
  message_reading: 'is a log itself',
  patient_in_several: 'is reckoned from the groups of patients',
  patient_tally: 'is reckoned from the groups of patients',
  patient_within: 'is reckoned from the groups of patients',
  prescription_telling: 'says when a prescription was told last; what was told is recorded itself',
  respond_code: 'is the secret of a reminder, which is recorded itself',
  security_alert: 'says when somebody was alarmed',
  security_event: 'is a log itself',
  session: 'comes and goes with signing in, which the log of security events has',
  shipment_mail: 'is a mail on its way; the step that it tells of is recorded itself',
  shipment_mail_step: 'is a mail on its way; the step that it tells of is recorded itself',
  sign_in_day: 'is reckoned from sessions',
  signing_proof: 'is the secret of a signature, which is recorded itself',
  stored_file: 'is a part of the record that keeps it',
  survey_draft: 'becomes a record with its submission alone',
};

interface Telling {
  column: string;
  actions: readonly AuditAction[];
  why: string;
}
const blankedWithPatient: Telling = {
  column: 'patient_id',
  actions: ['patient.removed'],
  why: 'forgets whom it is of with the patient',
};
/** Entries of another record that tell of a row: the column that names the record, the actions, and why. */
const alsoOf: Record<string, Telling> = {
  card_outreach: {
    column: 'participant_id',
    actions: ['card.sent', 'participant.removed'],
    why: 'a card is a participant’s',
  },
  conversation_message: {
    column: 'broadcast_message_id',
    actions: ['broadcast.delivered'],
    why: 'a broadcast says itself whom it came to',
  },
  flagged_answer: {
    column: 'response_id',
    actions: ['response.submitted', 'response.sent_by_patient', 'response.reviewed'],
    why: 'opens with what is flagged in a response',
  },
  notification_preference: {
    column: 'provider_id',
    actions: ['provider.added'],
    why: 'a new person has those of their type',
  },
  patient_address: blankedWithPatient,
  patient_call: blankedWithPatient,
  patient_contact: blankedWithPatient,
  patient_document: { column: 'patient_id', actions: ['patient.document_added'], why: 'is told of with each patient' },
  patient_insurance: blankedWithPatient,
  patient_recovery: blankedWithPatient,
  shipment_line: {
    column: 'product_id',
    actions: ['product.changed'],
    why: 'keeps its words where the product gets others',
  },
  shipment_participant: {
    column: 'participant_id',
    actions: ['participant.removed'],
    why: 'forgets whom it is for with the participant',
  },
  training_acknowledgement: {
    column: 'document_id',
    actions: ['document.kept', 'training.acknowledged'],
    why: 'is given by signing a copy of the form',
  },
};

/** Columns that no entry tells of, each with the reason. */
const unsaid: Record<string, Record<string, string>> = {
  broadcast: { latest_at: 'is when its latest message came' },
  card_outreach: { withdrawn_at: 'is when its message was taken back, by what is recorded itself' },
  conversation: { latest_at: 'is when its latest message came' },
  document: { can_be_signed: 'is found out from its content' },
  mfa_recovery: { has_deciders: 'is what its owner was told when they asked last' },
  schedule_item: {
    next_at: 'is how far its occurrences have come',
    next_occurrence: 'is how far its occurrences have come',
  },
  survey_definition: { is_sent: 'is known from its events' },
  survey_event: { answered_at: 'is when its response came', told_at: 'is when its reminder went, or was not to go' },
};

interface Table {
  name: string;
  key: string;
  /** What it refers to, in the order of its columns. */
  refers: readonly { column: string; table: string }[];
  isOfCompany: boolean;
}

/** Makes a transaction that works as one of the portal's roles fail at its commit where a row of it has no entry of the trail. */
export async function refuseUnrecordedChanges(database: pg.Client): Promise<void> {
  const { rows: tables } = await database.query<Table>(`
    select t.relname as name, exists (
        select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped) as "isOfCompany",
      (select a.attname from pg_constraint c join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
        where c.conrelid = t.oid and c.contype = 'p') as key,
      array(select json_build_object('column', a.attname, 'table', other.relname)
        from pg_constraint c join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1] join pg_class other on other.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' order by a.attnum) as refers
    from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  await database.query('create schema watch');
  for (const table of tables.filter(({ name, isOfCompany }) => isOfCompany && !Object.hasOwn(others, name))) {
    const without = Object.keys(unsaid[table.name] ?? {})
      .map((column) => ` - '${column}'`)
      .join('');
    await database.query(`
      create function watch.${table.name}() returns trigger language plpgsql security definer set search_path = public as $$
      declare
        -- Also in what a function of the portal writes as another role.
        works boolean := current_setting('role') in ('portal_app', 'portal_system');
        changed ${table.name} := coalesce(new, old);
      begin
        if works and coalesce(current_setting('watch.recorded', true), '') <> 'yes'
          and (tg_op <> 'UPDATE' or to_jsonb(new)${without} is distinct from to_jsonb(old)${without})
          and not exists (select from audit_entry where company_id = changed.company_id and xmin = pg_current_xact_id()::xid
            and (${entriesOf(byName, table).join(' or ')})) then
          raise 'An act changed ${table.name} without an entry in the audit trail of what changed (% %). Record it, or see unrecorded-changes.ts.',
            tg_op, to_jsonb(changed);
        end if;
        return null;
      end $$;
      create constraint trigger watch_changes after insert or update or delete on ${table.name}
        deferrable initially deferred for each row execute function watch.${table.name}()`);
  }
}

const kindsOf = (table: string) =>
  Object.keys(recordWords).filter((kind) => kind === table || tableOfRecords(kind)?.table === table);

/** Which entries tell of the row that stands in `changed`, in SQL. */
function entriesOf(tables: ReadonlyMap<string, Table>, { name, key, refers }: Table): string[] {
  const of = (table: string, id: string) =>
    kindsOf(table).map((kind) => `record_kind = '${kind}' and record_id = (${id})::text`);
  const own = of(name, `changed.${key}`);
  const also = Object.hasOwn(alsoOf, name) ? alsoOf[name] : undefined;
  const other = refers.filter(({ column }) => column === also?.column);
  return [
    ...(own.length > 0 ? own : of(...recordOf(tables, name, 'changed'))),
    ...other
      .flatMap(({ column, table }) => of(table, `changed.${column}`))
      .map((entry) => `${entry} and action in (${also?.actions.map((action) => `'${action}'`).join(', ')})`),
  ];
}

/** The record that a row of a table belongs to: the first that it refers to, or what it refers to does; who did it, and the company, where there is nothing else. */
function recordOf(tables: ReadonlyMap<string, Table>, name: string, row: string): [table: string, id: string] {
  const weight = ({ table }: { table: string }) => ['provider', 'company'].indexOf(table);
  const [first] = (tables.get(name)?.refers ?? []).toSorted((a, b) => weight(a) - weight(b));
  if (!first) throw new Error(`${name} belongs to nothing. Name it in unrecorded-changes.ts.`);
  if (kindsOf(first.table).length > 0) return [first.table, `${row}.${first.column}`];
  const [table, id] = recordOf(tables, first.table, first.table);
  return [table, `select ${id} from ${first.table} where ${tables.get(first.table)?.key} = ${row}.${first.column}`];
}

/** Lets a test write what an act would, in the place of that act. */
export const inPlaceOfAct = (tx: Tx): void => sendAlong(tx, sql`select set_config('watch.recorded', 'yes', true)`);
