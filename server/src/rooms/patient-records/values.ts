/** Which values the record of a patient had, as the trail has them; of orders and consents, as they were told. SQL, nothing else. */
import { valueFields, type ValueKind } from '@portal/contract/patient-records/value-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyText, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { patientOf } from '#rooms/patients/door.ts';
import { stillCounts } from './queries.ts';

export interface Asked {
  patientId: number;
  kind: ValueKind;
  field?: string | undefined;
  /** One record of the kind. */
  id?: number | undefined;
  rxNumber?: string | undefined;
  /** Entries with lower numbers alone. */
  after?: number | undefined;
}
export interface ValueRow {
  number: number;
  at: Date;
  by: string | null;
  action: string;
  id: number;
  reason: string | null;
  /** What the record is called by, as it was then. */
  names: (string | null)[] | null;
  /** The pharmacy's own time, as the trail keeps it. */
  toldAt: string | null;
  changes: { field: string; label?: string; old?: unknown; new?: unknown }[];
}
type Looker = Pick<Viewer, 'companyId' | 'careGroupIds' | 'seesWholeCompany'>;

/** Where the records of a kind lie, also those that were removed; what is not here is the patient's own. */
const tables = {
  address: { table: 'patient_address', key: 'patient_address_id', names: ['type', 'street', 'city'] },
  contact: { table: 'patient_contact', key: 'patient_contact_id', names: ['name', 'email', 'phone'] },
  insurance: { table: 'patient_insurance', key: 'patient_insurance_id', names: ['plan_name', 'member_number'] },
  medication: { table: 'patient_medication', key: 'patient_medication_id', names: ['name', 'dosage'] },
  allergy: { table: 'patient_allergy', key: 'patient_allergy_id', names: ['name'] },
  goal: { table: 'patient_goal', key: 'patient_goal_id', names: ['name'] },
  prescription: { table: 'patient_prescription', key: 'prescription_id', names: ['display_name'] },
} as const;
const tableOf = (kind: ValueKind) => (Object.hasOwn(tables, kind) ? tables[kind as keyof typeof tables] : undefined);

/** What people remove keeps its history; a prescription is taken back where it was told of the wrong patient, and is nobody's to read. */
const stillTold = (kind: ValueKind) => (kind === 'prescription' ? sql`and removed_at is null` : sql``);

/** Whether a patient has, or had, such a record. */
export async function hasRecord(tx: Tx, { patientId, kind, id }: Asked): Promise<boolean> {
  const place = tableOf(kind);
  if (id === undefined || !place) return true;
  const { rows } = await sql`select from ${sql.table(place.table)}
    where ${sql.ref(place.key)} = ${id} and patient_id = ${patientId} ${stillTold(kind)}`.execute(tx);
  return rows.length > 0;
}

/** The entries of the trail about the patient's records of a kind, each found by the index of its record. */
function entries({ companyId }: Looker, { patientId, kind, field, id, rxNumber }: Asked): RawBuilder<unknown> {
  const place = tableOf(kind);
  const names: readonly string[] = place?.names ?? [];
  const own = place
    ? sql`select ${sql.ref(place.key)}::text as id, ${sql.join(names.map((name) => sql.ref(name)))}
        from ${sql.table(place.table)} where patient_id = ${patientId} ${stillTold(kind)}
        and ${id === undefined ? sql`true` : sql`${sql.ref(place.key)} = ${id}`}
        and ${rxNumber === undefined ? sql`true` : sql`rx_number = ${rxNumber}`}`
    : sql`select ${String(patientId)}::text as id`;
  const fields = field === undefined ? Object.keys(valueFields[kind]) : [field];
  // What a name was with an entry is what the next change of it took away; after the last one it is that of the row.
  const namesThen = names.map((name) => {
    const old = sql`jsonb_path_query_first(entry.changes, ${sql.lit(`$[*] ? (@.field == "${name}").old`)}) #>> '{}'`;
    return sql`coalesce((min(array[lpad(entry.seq::text, 20, '0'), ${old}]) filter (where ${old} is not null) over later)[2],
      ${sql.ref(`own.${name}`)})`;
  });
  return sql`select number, at, by, action, id, reason, names, changes,
      jsonb_path_query_first(changes, '$[*] ? (@.field == "told_at").new') #>> '{}' as "toldAt"
    from (select entry.seq as number, entry.at, nullif(entry.actor_name, '') as by, entry.action, entry.record_id::int as id,
        entry.reason, entry.changes, ${names.length === 0 ? sql`null::text[]` : sql`array[${sql.join(namesThen)}]`} as names
      from (${own}) own cross join lateral (select * from audit_entry
        where company_id = ${companyId} and record_kind = ${place?.table ?? 'patient'} and record_id = own.id offset 0) entry
      window later as (partition by own.id order by entry.seq desc rows between unbounded preceding and 1 preceding)) named
    where exists (select from jsonb_array_elements(changes) one where one ->> 'field' = ${anyText(fields)})`;
}

/** Each status of an order against the one before it. */
const orders = ({ patientId, rxNumber }: Asked): RawBuilder<unknown> =>
  sql`select order_status_id::bigint as number, added_at as at, null::text as by, 'order.added' as action, order_status_id as id,
      null::text as reason, null::text[] as names, null::text as "toldAt", jsonb_build_array(jsonb_build_object('field', 'order_status', 'label', 'Status of ' || rx_number,
        'old', lag(order_status) over (partition by rx_number order by added_at, order_status_id), 'new', order_status)) as changes
    from patient_order_status where patient_id = ${patientId} and removed_at is null
      and ${rxNumber === undefined ? sql`true` : sql`rx_number = ${rxNumber}`}`;

/** Null is text consent, as 1 is (CNS-02). Terms of the portal are no answer to the question of texts. */
const consents = ({ patientId }: Asked): RawBuilder<unknown> =>
  sql`select consent_id::bigint as number, added_at as at, null::text as by, 'consent.added' as action, consent_id as id,
      null::text as reason, null::text[] as names, null::text as "toldAt", jsonb_build_array(jsonb_build_object('field', 'code',
        'old', lag(coalesce(code, 1)) over (partition by code is not distinct from 2 order by added_at, consent_id),
        'new', coalesce(code, 1))) as changes
    from patient_consent where patient_id = ${patientId} and ${stillCounts}`;

/** What was told from outside, each with its number; it may be told late, and stands where it happened. */
const told = { order: orders, consent: consents } as const;
const isTold = (kind: ValueKind): kind is keyof typeof told => Object.hasOwn(told, kind);

/** The newest first. The order of the trail is that of its numbers (P11-13); what was told is in that of its times. */
export const valuesOf = (tx: Tx, viewer: Looker, asked: Asked) => {
  const { kind, after } = asked;
  const rows = isTold(kind) ? told[kind](asked) : entries(viewer, asked);
  const place = isTold(kind) ? sql`(entry.at, entry.number)` : sql`entry.number`;
  const placeOfLast = isTold(kind)
    ? sql`(select last.at, last.number from (${rows}) last where last.number = ${after})`
    : sql`${after}`;
  return tx
    .selectFrom(sql<ValueRow>`(${rows})`.as('entry'))
    .selectAll('entry')
    .where((eb) => eb.exists(patientOf(tx, viewer, asked.patientId)))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`${place} < ${placeOfLast}`))
    .orderBy(sql`${place} desc`);
};
