/**
 * SQL of the log of security events: the newest first, by their times and then their numbers. Refused calls are in the access
 * log; of each of the two as many are asked for as are shown, so that neither is read as a whole. Who does not see the whole
 * company reads of the people they may decide about: the events of anybody else tell of places beyond their own (SEC-23).
 */
import { countedEntries } from '@portal/contract/audit/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#platform/core/clock.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Reviewer } from '#platform/audit/places.ts';
import { peopleWithin } from '#rooms/identity/door.ts';

export interface SecurityFilter {
  event?: string | undefined;
  outcome?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}
/** Where a portion ends. */
export interface Place {
  at: Date;
  number: number;
}
export interface SecurityRow {
  number: number;
  at: Date;
  event: string;
  outcome: string;
  factor: string | null;
  cpId: number | null;
  emailHash: string | null;
  host: string;
  address: string;
  requestId: string;
  call: string | null;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const refusal = { event: 'access.refused', outcome: 'refused' };

/** A part of the log, by where it stands. */
interface Part {
  from: RawBuilder<unknown>;
  number: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  where: RawBuilder<unknown>[];
}

function partsOf({ event, outcome }: SecurityFilter): Part[] {
  const noted: Part = {
    from: sql`security_event`,
    number: sql`2 * event_id`,
    columns: sql`event, outcome, factor, email_hash as "emailHash", call`,
    where: [
      ...(event === undefined ? [] : [sql`event = ${event}`]),
      ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ],
  };
  const refused: Part = {
    from: sql`access_entry`,
    number: sql`2 * entry_id + 1`,
    columns: sql`'access.refused' as event, outcome, null::text as factor, null::text as "emailHash", call`,
    where: [sql`outcome = 'refused'`],
  };
  const mayBeRefused = (event ?? refusal.event) === refusal.event && (outcome ?? refusal.outcome) === refusal.outcome;
  return mayBeRefused ? [noted, refused] : [noted];
}

/** As many of the newest that fit, before a place if one is named. */
function newest(viewer: Reviewer, filter: SecurityFilter, before: Place | null, most: number) {
  const { from, to } = filter;
  const selects = partsOf(filter).map((part) => {
    const where = [
      sql`company_id = ${viewer.companyId}`,
      ...part.where,
      ...(from === undefined ? [] : [sql`at >= ${startOf(from)}`]),
      ...(to === undefined ? [] : [sql`at < ${startOf(addDays(to, 1))}`]),
      ...(before === null
        ? []
        : [sql`at <= ${before.at} and (at < ${before.at} or ${part.number} < ${before.number})`]),
    ];
    const read = (whose: RawBuilder<unknown>) =>
      sql`(select ${part.number} as number, at, ${part.columns}, provider_id as "cpId", host, address, request_id as "requestId"
        from ${part.from} where ${sql.join([...where, whose], sql` and `)} order by at desc, number desc limit ${most})`;
    // Of each person as many, so that nobody else's are read.
    return viewer.seesWholeCompany
      ? read(sql`true`)
      : sql`(select event.* from (${peopleWithin(viewer)}) as own (id)
          cross join lateral ${read(sql`provider_id = own.id`)} as event
          order by at desc, number desc limit ${most})`;
  });
  return sql.join(selects, sql` union all `);
}

export const page = (viewer: Reviewer, filter: SecurityFilter, at: { page: number; size: number }) => {
  const offset = (at.page - 1) * at.size;
  return sql<SecurityRow>`select * from (${newest(viewer, filter, null, offset + at.size)}) as event
    order by at desc, number desc offset ${offset} limit ${at.size}`;
};

/** How many fit; counted no further than one more than is told. */
export const counted = (viewer: Reviewer, filter: SecurityFilter) =>
  sql<{ n: number }>`select least(count(*), ${countedEntries + 1})::int as n
    from (${newest(viewer, filter, null, countedEntries + 1)}) as event`;

/** The next events that fit below a place. */
export const portion = (
  viewer: Reviewer,
  filter: SecurityFilter,
  { before, size }: { before: Place | null; size: number },
) =>
  sql<SecurityRow>`select * from (${newest(viewer, filter, before, size)}) as event
    order by at desc, number desc limit ${size}`;

export const namesOf = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('provider')
    .select(['provider_id as cpId', 'first_name as firstName', 'last_name as lastName'])
    .where('provider_id', '=', anyOf(ids));
