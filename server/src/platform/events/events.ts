/** What comes after commit: stored events are read once more and handed on (SHP-14). */
import type { Announcement, EventType, PayloadOf } from '@portal/contract/events.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Tx } from '#platform/database/db.ts';
import { keptAlive, WatchedClient } from '#platform/database/watched-client.ts';
import type { Log } from '#platform/core/log.ts';

export interface StoredEvent {
  type: Announcement['type'];
  id: number;
  careGroupId?: number | null;
  partnerId?: number | null;
  people?: readonly number[];
  careGroupIds?: readonly number[];
  eventId: number;
  companyId: number;
}
/** With what the room of its kind has it carry. */
export type EventOf<E extends EventType> = StoredEvent & PayloadOf<E>;

export interface Events {
  /** Hears of every event that any process commits from now on: once each, in the order in which this process finds them. */
  listen: (listener: (event: StoredEvent) => void) => void;
  /** Hears at once that rights of people of a company have changed, whichever process changed them. */
  listenToRights: (listener: (companyId: number) => void) => void;
  /** This process has committed something: look now, and let the other processes look. */
  written: () => void;
  stop: () => Promise<void>;
}

const channel = 'portal_event';
/** What the database itself tells on it: of which company rights changed. */
const rights = /^rights (\d+)$/;
const batch = 500;
/** Many changes at once are read together. */
const gatherMs = 40;
const tellMs = 100;
/** Nothing is asked on its connection but to be told. */
const longestStatementMs = 4_000;

/** Begins at the newest event: what happened before is not told again. */
export async function openEvents(
  { database, log }: { database: Database; log: Log },
  connection: pg.PoolConfig,
  pollMs = 2_000,
): Promise<Events> {
  const self = randomUUID();
  const listeners: ((event: StoredEvent) => void)[] = [];
  const toRights: ((companyId: number) => void)[] = [];
  const warn = (error: unknown) =>
    log.warn('events', { error: error instanceof Error ? error.message : String(error) });
  let stopped = false;

  // Whatever a transaction below `from` wrote has been read; of those above, the events in `handed` have.
  const started = await database.asSystem(stateNow);
  let from = started.from;
  let handed = new Map(started.handed.map((row) => [row.event_id, row.written_by]));

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
      const { rows, open } = await database.asSystem((tx) => nextRows(tx, from, [...handed.keys()]));
      for (const row of rows) {
        handed.set(row.event_id, row.written_by);
        hand(row);
      }
      more = rows.length === batch;
      if (more) continue;
      from = open;
      handed = new Map([...handed].filter(([, writtenBy]) => BigInt(writtenBy) >= BigInt(from)));
    }
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

  const others = hearOthers(connection, (said) => {
    const [, companyId] = rights.exec(said ?? '') ?? [];
    if (companyId !== undefined) for (const listener of toRights) listener(Number(companyId));
    else if (said !== self) look();
  });
  return {
    listen: (listener) => void listeners.push(listener),
    listenToRights: (listener) => void toRights.push(listener),
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
  /** Transactions are numbered with 64 bits, so their numbers stay text. */
  written_by: string;
  company_id: number;
  type: Announcement['type'];
  payload: Pick<StoredEvent, 'id' | 'careGroupId' | 'partnerId' | 'people'>;
}

/** Every transaction below this one has ended: nothing that it wrote is still to come. */
const oldestOpen = sql<string>`pg_snapshot_xmin(pg_current_snapshot())`;

/** What has been committed so far by transactions that others, still open, began before. */
async function stateNow(tx: Tx): Promise<{ from: string; handed: Pick<Row, 'event_id' | 'written_by'>[] }> {
  const { rows } = await sql<{ from: string; handed: [number, string][] }>`
    select ${oldestOpen}::text as from, coalesce((select json_agg(json_build_array(event_id, written_by::text))
      from event where written_by >= ${oldestOpen}), '[]') as handed`.execute(tx);
  const { from, handed } = rows[0] as (typeof rows)[number];
  return { from, handed: handed.map(([event_id, written_by]) => ({ event_id, written_by })) };
}

/** The next events in the order of their numbers, and up to where none can be missing once these are read: one look, one state. */
async function nextRows(tx: Tx, from: string, handed: readonly number[]): Promise<{ rows: Row[]; open: string }> {
  const { rows } = await sql<Partial<Row> & { open: string }>`
    select ${oldestOpen}::text as open, next.* from (select) as one left join lateral (
      select event_id, written_by::text as written_by, company_id, type, payload from event
      where written_by >= ${from}::text::xid8 and event_id <> all (${[...handed]}::bigint[])
      order by event_id limit ${batch}) as next on true
    order by event_id`.execute(tx);
  return {
    rows: rows.filter((row): row is Row & { open: string } => row.event_id != null),
    open: rows[0]?.open ?? from,
  };
}

/** Hears other processes over a connection of its own, which comes back by itself (REL-04). */
function hearOthers(
  connection: pg.PoolConfig,
  heard: (said: string | undefined) => void,
): { stop: () => Promise<void> } {
  let client: WatchedClient | undefined;
  let stopped = false;
  const connectOnce = async () => {
    const fresh = new WatchedClient({
      ...(connection as pg.ClientConfig),
      ...keptAlive,
      application_name: 'portal events',
      connectionTimeoutMillis: 4_000,
      longestStatementMs,
    });
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
