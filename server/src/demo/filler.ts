import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Env } from '../env.ts';
import { withPool } from '../platform/database/prepare.ts';

/**
 * Fills an installation that has no company, in a process of its own: what the making takes in memory goes with it. In a new folder
 * it begins at once, and reads its sources while the database is made. Others load nothing of how the demo is made.
 */
export function makeFiller({ dataDir, databaseUrl }: Env) {
  const begin = () => {
    const child = fork(path.join(import.meta.dirname, 'fill.ts'));
    return { child, exit: once(child, 'exit') as Promise<[number | null]> };
  };
  const isNew = databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres'));
  let begun = isNew ? begin() : undefined;
  const end = async () => {
    begun?.child.kill('SIGKILL');
    await begun?.exit;
  };
  return {
    /** On a migrated database, before anybody else works on it. */
    fillWhereEmpty: async (connection: pg.PoolConfig): Promise<void> => {
      if (await hasCompany(connection)) return end();
      begun ??= begin();
      // Whether it is still there its exit says.
      begun.child.send(connection, () => {});
      const [code] = await begun.exit;
      if (code !== 0) throw new Error('The demo data could not be made; what went wrong is told above.');
    },
    end,
  };
}

const hasCompany = (connection: pg.PoolConfig): Promise<boolean> =>
  withPool(connection, async (pool) => {
    const client = await pool.connect();
    try {
      await client.query('set role portal_system');
      return (await client.query('select from company limit 1')).rows.length > 0;
    } finally {
      client.release();
    }
  });
