/** SQL of the audit trail. The fence keeps to the company; who sees the whole of it reads all, others what lies in their groups (P11-14, SEC-23). */
import { countedEntries } from '@portal/contract/audit/rules.ts';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays } from '#platform/core/clock.ts';
import { anyText, type Schema, type Tx } from '#platform/database/db.ts';
import type { Meaning } from './find-words.ts';
import type { Reviewer } from '#platform/audit/places.ts';
import { colleagues } from '#rooms/identity/door.ts';
import { asTrail, entriesAbout, type Reader, recordsInGroups } from './in-groups.ts';

export interface Filter {
  /** An entry has each of them. */
  words?: readonly Meaning[] | undefined;
  recordKind?: string | undefined;
  recordId?: string | undefined;
  person?: number | undefined;
  kind?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A person's account goes by the number of the person, and is meant with them. */
const kindsOf = (recordKind: string) => (recordKind === 'provider' ? ['provider', 'account'] : [recordKind]);
const ofKind = (eb: ExpressionBuilder<Schema, 'audit_entry'>, recordKind: string) =>
  eb('record_kind', 'in', kindsOf(recordKind));

/** Whether a word is in the number of an entry, in who did what, or in what it concerns; each part has its index, and all are there. */
const says = (eb: ExpressionBuilder<Schema, 'audit_entry'>, { word, people, kinds, recordKinds, records }: Meaning) =>
  eb.or([
    eb('seq', '=', /^[1-9]\d{0,14}$/.test(word) ? Number(word) : 0),
    eb('actor_name', '=', anyText(people)),
    eb('action', '=', anyText(kinds)),
    eb('record_kind', '=', anyText(recordKinds)),
    ...records.map((one) =>
      eb.and([eb('record_kind', '=', anyText(one.kinds)), eb('record_id', '=', anyText(one.ids))]),
    ),
  ]);

/** The entries about the records in the reviewer's groups. */
function inGroups(viewer: Reader, { recordKind, recordId }: Filter) {
  const kinds = recordKind === undefined ? null : kindsOf(recordKind);
  const records = sql`select * from (${recordsInGroups(viewer, kinds)}) as own (kind, id)
    where ${recordId === undefined ? sql`true` : sql`own.id = ${recordId}`}`;
  return entriesAbout(viewer, records);
}

const fitting = (tx: Tx, viewer: Reader, filter: Filter) => {
  const { words = [], recordKind, recordId, person, kind, from, to } = filter;
  return (viewer.seesWholeCompany ? tx.selectFrom('audit_entry') : asTrail(tx, inGroups(viewer, filter)))
    .where('company_id', '=', viewer.companyId)
    .where((eb) =>
      eb.and([
        eb.lit<SqlBool>(true),
        ...words.map((word) => says(eb, word)),
        ...(recordKind === undefined ? [] : [ofKind(eb, recordKind)]),
        ...(recordId === undefined ? [] : [eb('record_id', '=', recordId)]),
        ...(person === undefined ? [] : [eb('actor_id', '=', person)]),
        ...(kind === undefined ? [] : [eb('action', '=', kind)]),
        ...(from === undefined ? [] : [eb('at', '>=', startOf(from))]),
        ...(to === undefined ? [] : [eb('at', '<', startOf(addDays(to, 1)))]),
      ]),
    );
};

const columns = [
  'seq as number',
  'at',
  'actor_id as cpId',
  'actor_name as person',
  'actor_type as type',
  'action as kind',
  'record_kind as recordKind',
  'record_id as recordId',
  'changes',
  'reason',
  'host',
  'request_id as requestId',
] as const;

/**
 * The newest first, by their numbers. The database takes it that the days of a period lie anywhere in the trail, and would walk
 * back through all that is newer to find them in order; a short period is read as a whole and sorted instead.
 */
const newest = ({ from, to }: Filter) =>
  from !== undefined && to !== undefined && addDays(from, 92) >= to ? sql`seq + 0` : sql`seq`;

/** One page of the entries that fit, the newest first by their numbers, which no clock can set back (P11-13). */
export const page = (tx: Tx, viewer: Reader, filter: Filter, at: { page: number; size: number }) =>
  fitting(tx, viewer, filter)
    .select(columns)
    .orderBy(newest(filter), 'desc')
    .offset((at.page - 1) * at.size)
    .limit(at.size);

/** How many fit; counted no further than one more than is told. */
export const counted = (tx: Tx, viewer: Reader, filter: Filter) =>
  tx
    .selectFrom(
      fitting(tx, viewer, filter)
        .select('seq')
        .limit(countedEntries + 1)
        .as('entry'),
    )
    .select(sql<number>`count(*)::int`.as('n'));

/** The next entries that fit below a number, the newest first. */
export const portion = (tx: Tx, viewer: Reader, filter: Filter, at: { before: number | undefined; size: number }) =>
  fitting(tx, viewer, filter)
    .where((eb) => (at.before === undefined ? eb.lit<SqlBool>(true) : eb('seq', '<', at.before)))
    .select(columns)
    .orderBy(newest(filter), 'desc')
    .limit(at.size);

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

/** The numbers of the entries that name this image of a trial's card, the newest first. */
export const entriesOfImage = (tx: Tx, viewer: Reader, trialId: number, mark: string) =>
  fitting(tx, viewer, { recordKind: 'trial_card', recordId: String(trialId) })
    .where((eb) => eb.or([eb('changes', '@>', json([{ old: mark }])), eb('changes', '@>', json([{ new: mark }]))]))
    .select('seq as number')
    .orderBy('seq', 'desc');

/** Every entry about these records, the oldest first. */
export const entriesOf = (tx: Tx, viewer: Reviewer, records: RawBuilder<unknown>) =>
  asTrail(tx, entriesAbout(viewer, records)).select(columns).orderBy('seq');

/** What one person changed between two times, the oldest first. */
export const changesBy = (
  tx: Tx,
  companyId: number,
  { cpId, from, until }: { cpId: number; from: Date; until: Date },
) =>
  tx
    .selectFrom('audit_entry')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('actor_id', '=', cpId)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('seq');

export type Row = Awaited<ReturnType<ReturnType<typeof portion>['execute']>>[number];
/** What was left out when it was stored is undefined. */
export type Entry = Omit<Row, 'changes'> & { changes: { field: string; old?: unknown; new?: unknown }[] };

/** Everybody of the company or of the reviewer's groups, also who is deactivated. */
export const people = (tx: Tx, viewer: Reviewer) =>
  tx
    .selectFrom('provider')
    .select(['provider_id as cpId', 'first_name as fName', 'last_name as lName', 'type'])
    .where('company_id', '=', viewer.companyId)
    .$if(!viewer.seesWholeCompany, (query) => query.where(sql<boolean>`provider_id in (${colleagues(viewer)})`))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('provider_id');
