import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import type { Portal } from './portal.ts';

/** Takes a database back to an earlier version by `undo`, then upgrades it as a start does; gives what ran. */
export async function upgraded({ owner }: Pick<Portal, 'owner'>, undo: string): Promise<string[]> {
  const pool = new pg.Pool({ ...owner, max: 1 });
  // The portal may be closed before the last connection has said goodbye.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await pool.query(undo);
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}
