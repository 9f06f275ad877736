/** The entries of the trail that a reviewer who does not see the whole company reads: those about records in their groups (SEC-23). */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Places, Reviewer, Rows } from '#platform/audit/places.ts';
import type { Schema, Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';

/** A reviewer, and where the rooms say that records lie. */
export interface Reader extends Reviewer {
  places: Places;
}

/** A reader of this house. */
export const readerIn = <V extends Reviewer>({ places }: Pick<House['duties'], 'places'>, viewer: V): V & Reader => ({
  ...viewer,
  places,
});

/**
 * The entries about these records (their kinds and numbers), found record by record: `offset 0` keeps the database from reading
 * the trail as a whole to join them.
 */
export const entriesAbout = (viewer: Reviewer, records: Rows): Rows =>
  sql`select entry.* from (${records}) as own (kind, id)
    cross join lateral (select * from audit_entry
      where company_id = ${viewer.companyId} and record_kind = own.kind and record_id = own.id offset 0) as entry`;

/** Such entries in the place of the whole trail: the rows are the table's. */
export const asTrail = (tx: Tx, entries: Rows) =>
  tx.selectFrom(sql`(${entries})`.as<'audit_entry'>('audit_entry')) as unknown as SelectQueryBuilder<
    Schema,
    'audit_entry',
    object
  >;

/** The records of these kinds, or of all, that lie in the reviewer's groups, as the trail names them. */
export function recordsInGroups(viewer: Reader, kinds: readonly string[] | null): Rows {
  const parts = [...viewer.places].flatMap(([kind, rowsOf]) =>
    rowsOf !== 'company' && (kinds?.includes(kind) ?? true)
      ? [sql`select ${sql.lit(kind)}::text, place.id::text from (${rowsOf(viewer)}) as place (id)`]
      : [],
  );
  return parts.length === 0 ? sql`select null::text, null::text where false` : sql.join(parts, sql` union all `);
}
