/** What a migration would do to those who work on the database meanwhile: tried on one with rows, not read off its words. */
import type pg from 'pg';
import type { Migration } from '../src/platform/database/migration-files.ts';

interface Table {
  oid: number;
  name: string;
  /** Another one after a rewrite. */
  file: number;
  scans: number;
  changed: number;
}

const tables = `
  select c.oid::int as oid, c.oid::regclass::text as name, c.relfilenode::int as file,
    coalesce(s.seq_scan, 0)::int as scans, coalesce(s.n_tup_upd + s.n_tup_del, 0)::int as changed
  from pg_class c left join pg_stat_xact_all_tables s on s.relid = c.oid
  where c.relkind in ('r', 'p', 'm') and c.relnamespace = any (array['public', 'by_month', 'pgboss']::regnamespace[])`;
/** The months of a table go by its name. */
const wholeOf = (name: string) => name.replace(/^by_month\.(.+)_\d{4}_\d{2}$/, '$1');
const strong = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/**
 * Runs the migration in a transaction, takes it back, and gives a sentence for each table that was there before and that others
 * could not go on with. Two comments allow it: "-- brief lock on a, b: why" for a lock that needs no look at the rows, and
 * "-- small table a: why" for one that never has many.
 */
export async function weigh(client: pg.ClientBase, { steps }: Migration): Promise<string[]> {
  await client.query('begin; set local enable_seqscan = off');
  try {
    const before = (await client.query<Table>(tables)).rows;
    try {
      for (const statements of steps) await client.query(statements);
    } catch (error) {
      return [`where there are rows, ${(error as Error).message}`];
    }
    const after = new Map((await client.query<Table>(tables)).rows.map((table) => [table.oid, table]));
    const { rows: locks } = await client.query<{ oid: number; mode: string }>(
      `select relation::int as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and mode = any ($1)`,
      [strong],
    );
    const text = steps.join('\n');
    const brief = namedIn(text, 'brief lock on');
    const small = namedIn(text, 'small table');
    const isLocking = locks.some(({ oid }) => before.some((table) => table.oid === oid));
    return before.flatMap(({ oid, name, file, scans, changed }) => {
      if (small.has(name)) return [];
      const now = after.get(oid);
      const modes = locks.filter((lock) => lock.oid === oid).map(({ mode }) => mode);
      const isRead = now !== undefined && now.scans > scans;
      return [
        ...(modes.length > 0 && !brief.has(wholeOf(name)) ? [`${name} is locked (${modes.sort().join(', ')})`] : []),
        ...(now && now.file !== file ? [`${name} is written anew`] : []),
        ...(isRead && isLocking ? [`${name} is read from end to end under a lock`] : []),
        ...(isRead && now.changed > changed ? [`${name} is changed from end to end`] : []),
      ];
    });
  } finally {
    await client.query('rollback');
  }
}

/** A reason belongs to it. */
const namedIn = (text: string, words: string) =>
  new Set(
    [...text.matchAll(new RegExp(`^-- ${words} ([\\w, .]+): \\S`, 'gm'))].flatMap(([, names = '']) =>
      names.split(', '),
    ),
  );

/** A row in each table that takes one made up from the types of its columns; gives how many have one. */
export async function fill(superuser: pg.ClientBase): Promise<number> {
  await superuser.query(`
    set session_replication_role = replica;
    create function pg_temp.fill() returns int language plpgsql as $$
    declare
      one record;
      filled int := 0;
    begin
      for one in
        select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ') as columns, string_agg(
          case when t.typtype = 'e' then (select quote_literal(enumlabel) from pg_enum where enumtypid = t.oid limit 1)
            when t.typcategory = 'A' then '''{}''' when t.typcategory = 'N' then '1' when t.typcategory = 'B' then 'false'
            when t.typcategory = 'D' then 'now()' when t.typname like 'json%' then '''{}''' when t.typname = 'bytea' then '''\\x00'''
            when t.typname = 'uuid' then 'gen_random_uuid()' else '''x''' end, ', ') as vals
        from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration' and a.attnum > 0
          and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
        group by c.oid
      loop
        begin
          execute format('insert into %s (%s) values (%s)', one.name, one.columns, one.vals);
          filled := filled + 1;
        exception when others then null;
        end;
      end loop;
      return filled;
    end $$`);
  const { rows } = await superuser.query<{ filled: number }>('select pg_temp.fill() as filled');
  await superuser.query('reset session_replication_role');
  return rows[0]?.filled ?? 0;
}
