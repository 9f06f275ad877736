import pg from 'pg';

/** What `pg` does by itself: as many connections as the server has, working as the role that sees every row. */
export function barePool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 12, idleTimeoutMillis: 0, options: '-c role=portal_system' });
  pool.on('error', () => {});
  return pool;
}
