import pg from 'pg';
import { keptAlive } from './watched-client.ts';

/** One connection for as long as the work on it takes; `as` is who is said to hold it. */
export async function connected<T>(
  config: pg.PoolConfig,
  as: 'portal start' | 'portal operator',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionTimeoutMillis: 5_000,
    ...keptAlive,
    application_name: as,
    ...config,
  } as pg.ClientConfig);
  // One that breaks fails the work on it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
