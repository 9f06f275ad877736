/** What nobody keeps any more, and what never came to be kept, is removed from table and store. */
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Files } from './files.ts';

const page = 1_000;

export async function sweepFiles(ground: { database: Database; files: Files }, before: Date): Promise<void> {
  await sweepRows(ground, before);
  await sweepStore(ground, before);
}

/** Rows that no record refers to. A record that came to refer to one meanwhile is held by its foreign key: then nothing goes. */
async function sweepRows({ database, files }: { database: Database; files: Files }, before: Date): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rows } = await database.asSystem(async (tx) => {
      const references = await referencesTo(tx);
      if (references.length === 0) throw new Error('no table refers to stored files');
      const kept = references.map(
        ({ table, column }) =>
          sql`not exists (select from ${sql.raw(table)} record where record.${sql.ref(column)} = stored_file.file_id)`,
      );
      return sql<{ key: string }>`delete from stored_file where file_id = any(array(
        select file_id from stored_file where created_at < ${before} and ${sql.join(kept, sql` and `)} limit ${page}))
        returning key`.execute(tx);
    });
    for (const { key } of rows) await files.delete(key);
    isMore = rows.length === page;
  }
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
 * Files without a row: those of a process that was killed between file and row. A database that knows none of the files has been
 * given the folder of another one: then nothing is touched.
 */
async function sweepStore({ database, files }: { database: Database; files: Files }, before: Date): Promise<void> {
  const unknown: string[] = [];
  let known = 0;
  for await (const keys of files.list()) {
    const rows = await database.asSystem((tx) =>
      tx.selectFrom('stored_file').select('key').where('key', '=', sql<string>`any(${keys}::text[])`).execute(),
    );
    known += rows.length;
    const withRow = new Set(rows.map(({ key }) => key));
    unknown.push(...keys.filter((key) => !withRow.has(key)));
  }
  if (known === 0) return;
  for (const key of unknown) {
    const writtenAt = await files.writtenAt(key);
    if (writtenAt && writtenAt < before) await files.delete(key);
  }
}
