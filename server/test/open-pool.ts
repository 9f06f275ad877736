import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A pool for one test. The end of its database, which it is told of as an error, fails the statement at hand and nothing else. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  onTestFinished(() => pool.end());
  return pool;
}
