/**
 * What nobody keeps any more, and what never came to be kept, leaves the table and goes to the trash of the store. It stays there
 * for weeks: a database that was restored from yesterday knows nothing of today's files, and they are what is left of today.
 */
import { sql } from 'kysely';
import type { Env } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { anyText, type Database, type Tx } from '#platform/database/db.ts';
import type { Alarms } from '#platform/security/alarms.ts';
import type { Files } from './files.ts';

const page = 1_000;
/** So many files without a row are no leftovers of killed processes, unless there are very many files. */
const fewStrays = 100;
const strayShare = 0.02;

interface Ground {
  clock: Pick<Clock, 'now'>;
  database: Database;
  files: Files;
  alarms: Alarms;
  log: Log;
}
const dayMs = 24 * 3_600_000;

interface Swept {
  /** To the trash: what no record refers to, and what no row knows. */
  unreferred: number;
  strays: number;
  /** From the trash, for good. */
  removed: number;
}

/**
 * What is younger than a day may still get its record; what has lain in the trash for so many days goes for good. Where a part fails,
 * what was done until then stands in what was given.
 */
export async function sweepFiles(
  ground: Ground,
  { trashDays }: Pick<Env, 'trashDays'>,
  swept: Swept = { unreferred: 0, strays: 0, removed: 0 },
): Promise<Swept> {
  const { clock, files, log } = ground;
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const youngest = before(1);
  try {
    swept.unreferred = await sweepRows(ground, youngest);
    swept.unreferred += await sweepReplaced(ground, youngest);
    swept.strays = await sweepStore(ground, youngest);
    swept.removed = await files.emptyTrash(before(trashDays));
  } finally {
    if (swept.unreferred + swept.strays + swept.removed > 0) log.info('files swept', { ...swept });
  }
  return swept;
}

/** Rows that no record refers to. A record that came to refer to one meanwhile is held by its foreign key: then nothing goes. */
async function sweepRows({ database, files }: Ground, youngest: Date): Promise<number> {
  let count = 0;
  for (let isMore = true; isMore; ) {
    const { rows } = await database.asSystem(async (tx) => {
      const references = await referencesTo(tx);
      if (references.length === 0) throw new Error('no table refers to stored files');
      const kept = references.map(
        ({ table, column }) =>
          sql`not exists (select from ${sql.raw(table)} record where record.${sql.ref(column)} = stored_file.file_id)`,
      );
      return sql<{ key: string }>`delete from stored_file where file_id = any(array(
        select file_id from stored_file where created_at < ${youngest} and ${sql.join(kept, sql` and `)} limit ${page}))
        returning key`.execute(tx);
    });
    for (const { key } of rows) await files.setAside(key);
    count += rows.length;
    isMore = rows.length === page;
  }
  return count;
}

/** What was encrypted anew under another key of the store. */
async function sweepReplaced({ database, files }: Ground, youngest: Date): Promise<number> {
  const replaced = await database.asSystem((tx) =>
    tx.deleteFrom('replaced_file').where('replaced_at', '<', youngest).returning('key').execute(),
  );
  for (const { key } of replaced) await files.setAside(key);
  return replaced.length;
}

/** Every column that refers to a stored file, as the database itself knows them. */
const referencesTo = async (tx: Tx): Promise<{ table: string; column: string }[]> =>
  (
    await sql<{ table: string; column: string }>`
      select made.conrelid::regclass::text as table, own.attname as column
      from pg_constraint made
      cross join lateral unnest(made.conkey, made.confkey) pair (own, theirs)
      join pg_attribute own on own.attrelid = made.conrelid and own.attnum = pair.own
      join pg_attribute theirs on theirs.attrelid = made.confrelid and theirs.attnum = pair.theirs
      where made.contype = 'f' and made.confrelid = 'stored_file'::regclass and theirs.attname = 'file_id'
      order by 1, 2`.execute(tx)
  ).rows;

/**
 * Files without a row: those of a process that was killed between file and row. Where there are many, the database is not the one
 * that knew them: nothing is touched then, and the operator is told.
 */
async function sweepStore({ database, files, alarms, log }: Ground, youngest: Date): Promise<number> {
  const strays: string[] = [];
  let known = 0;
  for await (const keys of files.list()) {
    const rows = await database.asSystem((tx) =>
      tx
        .selectFrom('stored_file')
        .select('key')
        .where('key', '=', anyText(keys))
        .union(tx.selectFrom('replaced_file').select('key').where('key', '=', anyText(keys)))
        .execute(),
    );
    known += rows.length;
    const withRow = new Set(rows.map(({ key }) => key));
    for (const key of keys) {
      if (withRow.has(key)) continue;
      const writtenAt = await files.writtenAt(key);
      if (writtenAt && writtenAt < youngest) strays.push(key);
    }
  }
  if (strays.length > 0 && (known === 0 || strays.length > Math.max(fewStrays, strayShare * known))) {
    log.error('files unknown', { strays: strays.length, known });
    alarms.tell({ what: 'files unknown', strays: strays.length, known });
    return 0;
  }
  for (const key of strays) await files.setAside(key);
  return strays.length;
}

/** Moves back what rows name and the trash has: after a restore of a database from before the sweep. */
export async function bringBackFiles({ database, files }: Pick<Ground, 'database' | 'files'>): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await database.asSystem((tx) =>
      tx
        .selectFrom('stored_file')
        .select(['file_id', 'key'])
        .where('file_id', '>', after)
        .orderBy('file_id')
        .limit(page)
        .execute(),
    );
    for (const { key } of rows) if ((await files.writtenAt(key)) === null && (await files.bringBack(key))) count += 1;
    const last = rows.at(-1);
    if (!last || rows.length < page) return count;
    after = last.file_id;
  }
}
