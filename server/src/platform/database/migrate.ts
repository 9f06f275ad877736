/** Migrations: timestamped SQL files, each in its own transaction, in order, one server at a time. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const folder = path.join(import.meta.dirname, '../../../migrations');

/** Brings the database to this server's schema. Throws when the database is ahead of this server (REL-15). */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    await client.query('set statement_timeout = 0; select pg_advisory_lock(7446021)');
    await client.query(
      'create table if not exists migration (name text primary key, digest text not null, at timestamptz not null default now())',
    );
    const done = new Map(
      (await client.query<{ name: string; digest: string }>('select name, digest from migration')).rows.map((row) => [
        row.name,
        row.digest,
      ]),
    );
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const unknown = [...done.keys()].filter((name) => !files.includes(name));
    if (unknown.length > 0) throw new Error(`The database is newer than this server: it knows ${unknown.join(', ')}.`);
    for (const name of files) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const digest = createHash('sha256').update(text).digest('hex');
      const known = done.get(name);
      if (known !== undefined) {
        if (known !== digest) throw new Error(`The migration ${name} is not the one this database was made with.`);
        continue;
      }
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(name);
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
  return ran;
}
