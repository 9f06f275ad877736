/** How large the tables are, with their months; and which large ones were read from one end to the other. */
import type { World } from '../bench/world.ts';

export interface Size {
  name: string;
  rows: number;
  table: number;
  indexes: number;
}

const all = `select coalesce(parent.relname, one.relname) as name, greatest(0, sum(one.reltuples))::bigint as rows,
    sum(pg_table_size(one.oid))::bigint as table, sum(pg_indexes_size(one.oid))::bigint as indexes,
    sum(coalesce(stat.seq_scan, 0))::bigint as passes
  from pg_class one
    left join pg_inherits on inhrelid = one.oid left join pg_class parent on parent.oid = inhparent
    left join pg_stat_user_tables stat on stat.relid = one.oid
  where one.relkind = 'r' and one.relnamespace::regnamespace::text in ('public', 'by_month')
  group by 1 order by sum(pg_total_relation_size(one.oid)) desc`;

export const sizes = (world: World): Promise<Size[]> => world.rows<Size>(all);

/** Passes over tables of so many rows since a look before. */
export async function watchPasses(world: World): Promise<() => Promise<string[]>> {
  const look = () => world.rows<{ name: string; rows: number; passes: number }>(all);
  const before = new Map((await look()).map(({ name, passes }) => [name, passes]));
  return async () =>
    (await look())
      .filter(({ rows, name, passes }) => rows >= 10_000 && passes > (before.get(name) ?? 0))
      .map(({ name, passes }) => `${name} (${passes - (before.get(name) ?? 0)} times)`);
}
