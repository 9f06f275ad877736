/** Whether the server has as many connections as this process may come to want: said at the start, not under load. */
import type pg from 'pg';
import { ConfigurationError } from '#src/env.ts';
import { connected } from './one-connection.ts';

/** Beside the pool: one hears of events, two work on jobs, two hear of them, and one makes their queues. */
const besideThePool = 6;

/** What there may be, and why no more. */
interface Room {
  most: number;
  because: string;
}

/** Throws a sentence when the pool of this process is too large; gives one when there is none left for a second process. */
export async function roomForPool(
  config: pg.PoolConfig,
  { pool, isPooled }: { pool: number; isPooled: boolean },
): Promise<string | null> {
  const { most, because } = await roomAt(config);
  // How many a pooler opens for its callers is its own affair.
  const needed = besideThePool + (isPooled ? 0 : pool);
  const inWords = isPooled
    ? `One process needs ${needed} connections past the pooler`
    : `DATABASE_POOL is ${pool}: with ${besideThePool} more for events and jobs one process needs ${needed} connections`;
  if (needed > most) throw new ConfigurationError(`${inWords}, and there are ${most} (${because}).`);
  if (2 * needed > most) return `${inWords}, and two need ${2 * needed}; there are ${most} (${because}).`;
  return null;
}

const roomAt = (config: pg.PoolConfig): Promise<Room> =>
  connected(config, 'portal start', async (client) => {
    const { rows } = await client.query<Room>(`
      select * from (
        select all_of_them - reserved as most, format('max_connections %s, of which %s reserved', all_of_them, reserved) as because
        from (select current_setting('max_connections')::int as all_of_them,
          current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved) as server
        union all select rolconnlimit, format('connection limit of the role %s', rolname) from pg_roles where rolname = session_user
        union all select datconnlimit, format('connection limit of the database %s', datname) from pg_database where datname = current_database()
      ) as room where most >= 0 order by most limit 1`);
    return rows[0] as Room;
  });
