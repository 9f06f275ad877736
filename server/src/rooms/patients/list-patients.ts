/** A page of the patients in sight, and how many there are. Neither costs more where there are more patients. */
import { dayOfTyped, mostFound, type PatientStatus, type PatientType } from '@portal/contract/patients/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { listColumns } from './queries.ts';
import { listedTo } from './sight.ts';

export interface PatientQuery {
  /** In sight of the viewer. */
  careGroupIds?: readonly number[] | undefined;
  status?: PatientStatus | undefined;
  type?: PatientType | undefined;
  /** What is looked for in any field, or in names alone. */
  words?: string | undefined;
  name?: string | undefined;
  start: number;
  limit: number;
}
type Looker = Pick<Viewer, 'companyId' | 'careGroupIds' | 'seesWholeCompany'>;

/** What a query comes down to for this viewer: whose patients, of which statuses and types. */
interface Scope {
  companyId: number;
  /** Groups of which none lies below another; null is the company as a whole. */
  groups: readonly number[] | null;
  statuses: readonly PatientStatus[];
  types: readonly PatientType[];
}

export async function listPatients(tx: Tx, viewer: Looker, query: PatientQuery) {
  const scope = await scopeOf(tx, viewer, query);
  if (scope.groups?.length === 0 || scope.statuses.length === 0 || scope.types.length === 0)
    return { rows: [], total: 0, isMore: false };
  const whole = query.words === undefined ? null : wholeOf(query.words);
  if (whole) return foundBy(tx, scope, whole, query);
  const words = patternOf(query.words ?? query.name ?? '');
  if (words) return found(tx, scope, { pattern: words, inNames: query.words === undefined }, query);
  const total = await countOf(tx, scope);
  return { rows: await page(tx, scope, query, total).execute(), total, isMore: false };
}

async function scopeOf(tx: Tx, viewer: Looker, { careGroupIds, status, type }: PatientQuery): Promise<Scope> {
  const within = <T>(all: readonly T[], one: T | undefined): readonly T[] =>
    one === undefined ? all : all.filter((each) => each === one);
  const groups = careGroupIds ?? (seesWhole(viewer) ? null : (viewer.careGroupIds ?? []));
  const { statuses, types } = listedTo(viewer);
  return {
    companyId: viewer.companyId,
    groups: groups === null || groups.length < 2 ? groups : await topmost(tx, groups),
    statuses: within(statuses, status),
    types: within(types, type),
  };
}

/** Those of the groups that lie below none of the others: what lies in a group lies in all above it as well. */
async function topmost(tx: Tx, groups: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select g.care_group_id as id, g.parent_id from care_group g where g.care_group_id = ${anyOf(groups)}
      union
      select above.id, g.parent_id from above join care_group g on g.care_group_id = above.parent_id)
    select g.id from unnest(${sql.val([...groups])}::int[]) as g (id)
    where not exists (select from above where above.id = g.id and above.parent_id = ${anyOf(groups)})`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * For each group, status and type a range of one index; of all of them as many as the page reaches, from the end of the list where that is
 * nearer.
 */
export const page = (tx: Tx, scope: Scope, { start, limit }: Pick<PatientQuery, 'start' | 'limit'>, total: number) => {
  const isNearEnd = start > Math.max(0, total - start - limit);
  const skipped = isNearEnd ? Math.max(0, total - start - limit) : start;
  const shown = isNearEnd ? Math.min(limit, Math.max(0, total - start)) : limit;
  const until = skipped + shown;
  const way = isNearEnd ? sql`desc` : sql`asc`;
  const range = sql`unnest(${sql.val([...scope.statuses])}::text[]) as s (status)
    cross join unnest(${sql.val([...scope.types])}::smallint[]) as t (type)`;
  const ranges: RawBuilder<unknown> =
    scope.groups === null
      ? sql`select part.patient_id, part.sort_name from ${range} cross join lateral (
          select p.patient_id, p.sort_name from patient p
          where p.company_id = ${scope.companyId} and p.status = s.status and p.type = t.type and p.removed_at is null
          order by p.sort_name ${way}, p.patient_id ${way} limit ${until}) part`
      : sql`select distinct part.patient_id, part.sort_name
          from unnest(${sql.val([...scope.groups])}::int[]) as g (care_group_id) cross join ${range} cross join lateral (
            select w.patient_id, w.sort_name from patient_within w
            where w.care_group_id = g.care_group_id and w.status = s.status and w.type = t.type
            order by w.sort_name ${way}, w.patient_id ${way} limit ${until}) part`;
  return tx
    .selectFrom(
      sql<{ patient_id: number; sort_name: string }>`(select * from (${ranges}) near
        order by sort_name ${way}, patient_id ${way} limit ${shown} offset ${skipped})`.as('near'),
    )
    .innerJoin('patient', 'patient.patient_id', 'near.patient_id')
    .select(listColumns)
    .orderBy('near.sort_name')
    .orderBy('near.patient_id');
};

/** What is tallied for each of the groups, without those who would be counted twice. */
async function countOf(tx: Tx, scope: Scope): Promise<number> {
  const { groups, statuses, types } = scope;
  const tallied = await talliedIn(tx, scope);
  if (groups === null || groups.length === 1 || tallied === 0) return tallied;
  const { rows } = await sql<{ n: number }>`select coalesce(sum(times - 1), 0)::int as n from (
      select count(*) as times from patient_in_several
      where care_group_id = ${anyOf(groups)} and status = ${anyText(statuses)} and type = ${anyOf(types)}
      group by patient_id having count(*) > 1) twice`.execute(tx);
  return tallied - (rows[0]?.n ?? 0);
}

/** As they are kept; who is in two groups counts twice. */
async function talliedIn(tx: Tx, { companyId, groups, statuses, types }: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from patient_tally
    where company_id = ${companyId} and care_group_id ${groups === null ? sql`is null` : sql`= ${anyOf(groups)}`}
      and status = ${anyText(statuses)} and type = ${anyOf(types)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * A phone or a date of birth that was typed to its end is looked up, which takes no time however many there are. An e-mail that happens to
 * have such a row of signs within is found by any letter more of it.
 */
type Whole = { field: 'phone' | 'born_on'; value: string };
export function wholeOf(typed: string): Whole | null {
  const words = typed.trim();
  const [, area, exchange, line] = /^(?:\+?1[ -]?)?\(?(\d{3})\)?[ -]?(\d{3})-?(\d{4})$/.exec(words) ?? [];
  if (line) return { field: 'phone', value: `+1${area}${exchange}${line}` };
  const day = dayOfTyped(words) ?? (z.iso.date().safeParse(words).success ? words : null);
  return day === null ? null : { field: 'born_on', value: day };
}

/** Those who have exactly this; of one day there are no more than a search finds. */
async function foundBy(
  tx: Tx,
  { groups, statuses, types }: Scope,
  { field, value }: Whole,
  { start, limit }: Pick<PatientQuery, 'start' | 'limit'>,
) {
  const { rows: fit } = await sql<{ patient_id: number }>`
    select p.patient_id from patient p
    where p.removed_at is null and ${sql.ref(`p.${field}`)} = ${value} and p.status = ${anyText(statuses)} and p.type = ${anyOf(types)}
      and ${groups === null ? sql`true` : sql`exists (select from patient_within w where w.patient_id = p.patient_id and w.care_group_id = ${anyOf(groups)})`}
    order by p.sort_name, p.patient_id limit ${mostFound + 1}`.execute(tx);
  return shownOf(tx, fit, { start, limit });
}

/** What fits the words: all of it, or as many as a search finds. */
async function found(
  tx: Tx,
  scope: Scope,
  { pattern, inNames }: { pattern: string; inNames: boolean },
  { start, limit }: Pick<PatientQuery, 'start' | 'limit'>,
) {
  const { groups, statuses, types } = scope;
  const areSmall = groups !== null && (await talliedIn(tx, scope)) <= 2 * mostFound;
  const { rows: fit } = await sql<{ patient_id: number }>`
    select distinct patient_id, sort_name from patients_like(${pattern}, ${inNames}, ${groups === null ? null : sql.val([...groups])}::int[], ${areSmall},
      ${sql.val([...statuses])}::text[], ${sql.val([...types])}::smallint[], ${mostFound + 1})
    order by sort_name, patient_id limit ${mostFound + 1}`.execute(tx);
  return shownOf(tx, fit, { start, limit });
}

/** A page of those that were found. */
async function shownOf(
  tx: Tx,
  fit: readonly { patient_id: number }[],
  { start, limit }: Pick<PatientQuery, 'start' | 'limit'>,
) {
  const shown = fit.slice(0, mostFound).map(({ patient_id: id }) => id);
  const rows = await tx
    .selectFrom('patient')
    .select(listColumns)
    .where('patient.patient_id', '=', anyOf(shown.slice(start, start + limit)))
    .orderBy('patient.sort_name')
    .orderBy('patient.patient_id')
    .execute();
  return { rows, total: shown.length, isMore: fit.length > mostFound };
}

/** The pattern of a search, of what is compared in the database; of one or two letters, which many words have, their beginnings. */
function patternOf(typed: string): string | null {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\((\d{3})\)\s*(?=\d{3}-?\d{4}$)/, '$1-')
    .replace(/[\s,]+/g, ' ')
    .trim()
    .replace(/[\\%_]/g, '\\$&');
  if (words === '') return null;
  return words.length < 3 ? `% ${words}%` : `%${words}%`;
}
