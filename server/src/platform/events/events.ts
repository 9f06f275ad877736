/** What comes after commit: stored events are read once more and handed on (SHP-14). */
import type { Announcement } from '@portal/contract/events.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';

export interface StoredEvent {
  type: Announcement['type'];
  id: number;
  careGroupId?: number | null;
  partnerId?: number | null;
  eventId: number;
  companyId: number;
}

export interface Events {
  /** Hears of every event that any process commits from now on: once each, in the order in which this process finds them. */
  listen: (listener: (event: StoredEvent) => void) => void;
  /** This process has committed something: look now, and let the other processes look. */
  written: () => void;
  stop: () => Promise<void>;
}

const channel = 'portal_event';
const batch = 500;
/** A transaction that is still open after this will not be waited for; none may run as long. */
const lateMs = 60_000;
/** Many changes at once are read together. */
const gatherMs = 40;
const tellMs = 100;

/** Begins at the newest event: what happened before is not told again. */
export async function openEvents(
  { database, log }: { database: Database; log: Log },
  connection: pg.PoolConfig,
  pollMs = 2_000,
): Promise<Events> {
  const self = randomUUID();
  const listeners: ((event: StoredEvent) => void)[] = [];
  const warn = (error: unknown) =>
    log.warn('events', { error: error instanceof Error ? error.message : String(error) });
  let stopped = false;

  // Numbers are drawn before commit, so a lower one may appear after a higher: the ones left out are asked for again.
  const started = await database.asSystem(newestAndMissing);
  let newest = started.newest;
  const missing = new Map(started.missing.map((id) => [id, performance.now()]));

  const take = (id: number) => {
    missing.delete(id);
    for (let left = Math.max(newest + 1, id - batch); left < id; left++) missing.set(left, performance.now());
    newest = Math.max(newest, id);
  };
  const hand = ({ event_id, company_id, type, payload }: Row) => {
    const event = { ...payload, type, eventId: event_id, companyId: company_id };
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        warn(error);
      }
    }
  };
  const read = async () => {
    for (let more = true; more; ) {
      const rows = await database.asSystem((tx) => nextRows(tx, newest, [...missing.keys()]));
      for (const row of rows) {
        take(row.event_id);
        hand(row);
      }
      more = rows.length === batch;
    }
    for (const [id, since] of missing) if (performance.now() - since > lateMs) missing.delete(id);
  };

  let due = false;
  let reading: Promise<void> | undefined;
  const look = () => {
    due = true;
    reading ??= (async () => {
      while (due && !stopped) {
        await pause(gatherMs, undefined, { ref: false });
        due = false;
        await read();
      }
    })()
      .catch(warn)
      .finally(() => {
        reading = undefined;
      });
  };
  const poll = setInterval(look, pollMs);
  poll.unref();

  let telling: NodeJS.Timeout | undefined;
  const tellOthers = () => {
    telling ??= setTimeout(() => {
      telling = undefined;
      // On its own: within a transaction of a change, all commits would queue behind each other.
      database.query('select pg_notify($1, $2)', [channel, self]).catch(warn);
    }, tellMs).unref();
  };

  const others = hearOthers(connection, (from) => from !== self && look());
  return {
    listen: (listener) => void listeners.push(listener),
    written: () => {
      look();
      tellOthers();
    },
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      clearTimeout(telling);
      await Promise.all([reading, others.stop()]);
    },
  };
}

interface Row {
  event_id: number;
  company_id: number;
  type: Announcement['type'];
  payload: Pick<StoredEvent, 'id' | 'careGroupId' | 'partnerId'>;
}

async function newestAndMissing(tx: Tx): Promise<{ newest: number; missing: number[] }> {
  const { rows } = await sql<{ newest: number; missing: number[] }>`
    with top as (select coalesce(max(event_id), 0) as newest from event)
    select newest, array(
      select n::int from generate_series(greatest(newest - ${batch}, 1), newest) as n
      where not exists (select from event where event_id = n)) as missing
    from top`.execute(tx);
  return rows[0] ?? { newest: 0, missing: [] };
}

async function nextRows(tx: Tx, newest: number, missing: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select event_id, company_id, type, payload from event where event_id = any(${[...missing]}::bigint[])
    union all
    select event_id, company_id, type, payload from event where event_id > ${newest}
    order by event_id limit ${batch}`.execute(tx);
  return rows;
}

/** Hears other processes over a connection of its own, which comes back by itself (REL-04). */
function hearOthers(
  connection: pg.PoolConfig,
  heard: (from: string | undefined) => void,
): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  const connectOnce = async () => {
    const fresh = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 4_000 } as pg.ClientConfig);
    client = fresh;
    const gone = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve());
      fresh.once('end', () => resolve());
    });
    fresh.on('notification', ({ payload }) => heard(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      // Whatever was told while nobody listened.
      heard(undefined);
      await gone;
    } catch {
      // the next try comes below
    }
    await fresh.end().catch(() => {});
  };
  const always = async () => {
    while (!stopped) {
      await connectOnce();
      if (!stopped) await pause(1_000, undefined, { ref: false });
    }
  };
  void always();
  return {
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}
