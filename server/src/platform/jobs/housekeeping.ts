/**
 * What no longer counts is cleared away, in portions: keys of repeated submits, uses of limits and solved puzzles after a day,
 * events that everybody has long heard of after a week, the words of old mails; and what the rooms say of their own (PRV-10).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Env } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database, Schema, Tx } from '#platform/database/db.ts';
import { makeMonthsAhead } from '#platform/database/months.ts';
import { eachAlone } from './each-alone.ts';
import { areRecordsHeld } from './records-held.ts';

/** Gives the time so many days ago. */
type Before = (days: number) => Date;

/** What of a table goes because of its age. */
export interface Clearing {
  table: keyof Schema;
  /** Which rows, in SQL; a row that was blanked is among them no more. */
  due: (before: Before) => RawBuilder<unknown>;
  /** What is set in place of removing the row. */
  blank?: RawBuilder<unknown>;
  /** It tells what somebody did or was sent: a hold keeps it. */
  isRecord?: true;
}

/** A line of what was done: so many of what. */
export interface Done {
  what: string;
  count: number;
}

const dayMs = 24 * 3_600_000;
/** So many rows in one transaction. */
const portion = 5_000;

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  env: Pick<Env, 'retention'>;
  duties: { clears: readonly Clearing[] };
}

const ofThePlatform = ({ retention }: Ground['env']): Clearing[] => [
  { table: 'idempotency_key', due: (before) => sql`created_at < ${before(1)}` },
  { table: 'limit_use', due: (before) => sql`at < ${before(1)}` },
  { table: 'spent_puzzle', due: (before) => sql`expires_at < ${before(1)}` },
  { table: 'event', due: (before) => sql`created_at < ${before(7)} and not awaits_mail` },
  // By then each is sent, withdrawn or given up.
  {
    table: 'message',
    due: (before) => sql`created_at < ${before(retention.messagesDays)} and body <> ''`,
    blank: sql`subject = '', body = '', html = null`,
    isRecord: true,
  },
];

/**
 * Gives what was done, without what there was nothing of. What fails keeps no other table from its turn, and is thrown at the end;
 * what was done until then stands in the list that was given.
 */
export async function clearAway(ground: Ground, done: Done[] = []): Promise<Done[]> {
  const { database, clock, env, duties } = ground;
  const note = (what: string, count: number) => void (count > 0 && done.push({ what, count }));
  const held = await holdOn(database);
  const clearings = [...ofThePlatform(env), ...duties.clears].filter(({ isRecord }) => held === null || !isRecord);
  await eachAlone([
    { what: 'months made', work: async () => note('months made', await makeMonthsAhead(database, clock.now())) },
    ...clearings.map((clearing) => {
      const what = `${clearing.table} ${clearing.blank ? 'blanked' : 'removed'}`;
      return { what, work: async () => note(what, await inPortions(ground, clearing)) };
    }),
  ]);
  return done;
}

/** Why nothing on record may go because of its age at present, or null. */
export const holdOn = async (database: Database): Promise<string | null> =>
  (
    await database.asSystem((tx) =>
      tx.selectFrom('installation').select('retention_held_because as because').executeTakeFirst(),
    )
  )?.because ?? null;

async function inPortions({ database, clock }: Ground, clearing: Clearing): Promise<number> {
  const now = clock.now().getTime();
  const due = clearing.due((days) => new Date(now - days * dayMs));
  for (let count = 0; ; ) {
    const cleared = await database.asSystem((tx) => clearPortion(tx, clearing, due));
    count += cleared;
    if (cleared < portion) return count;
  }
}

async function clearPortion(tx: Tx, { table, blank, isRecord }: Clearing, due: RawBuilder<unknown>): Promise<number> {
  // A hold may have begun since the portion before.
  if (isRecord && (await areRecordsHeld(tx))) return 0;
  const name = sql.table(table);
  const rows = sql`where ctid = any(array(select ctid from ${name} where ${due} limit ${portion}))`;
  const { numAffectedRows } = await (blank
    ? sql`update ${name} set ${blank} ${rows}`
    : sql`delete from ${name} ${rows}`
  ).execute(tx);
  return Number(numAffectedRows ?? 0);
}
