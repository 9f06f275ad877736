/** The time of the portal is that of its database, so that all its processes end a session at the same moment (REL-10). */
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from './db.ts';

const everyMs = 10_000;
/** Two clocks that are set by the same network are closer than that; a correction for less would only make time jump. */
const noticedMs = 500;

/** Sessions, codes and prices end by the time: from here on an operator is told, and from there on this process is not ready. */
export const noticedSkewMs = 5_000;
export const mostSkewMs = 30_000;

/** As `Date.now()` would give it. */
export const databaseNow = 'extract(epoch from clock_timestamp())::float8 * 1000';

/** How far a clock is from the database's, in milliseconds: `at` was read there at some moment between question and answer. */
export const skewOf = (at: number, asked: number, answered: number): number =>
  at < asked ? asked - at : Math.max(0, at - answered);

/** How far this machine's clock is from the database's, in milliseconds. */
export async function clockSkew(database: Pick<Database, 'query'>): Promise<number> {
  const asked = Date.now();
  const [told] = await database.query<{ at: number }>(`select ${databaseNow} as at`, []);
  return skewOf(told?.at ?? 0, asked, Date.now());
}

interface Ground {
  database: Database;
  clock: Clock;
}

/** Sets the clock by the database's, at once and then again and again; what comes back ends that. */
export async function followDatabaseTime(ground: Ground): Promise<() => void> {
  await readDatabaseTime(ground);
  // Away, it says nothing about the time either; the clock runs on as it was.
  const timer = setInterval(() => void readDatabaseTime(ground).catch(() => {}), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function readDatabaseTime({ database, clock }: Ground): Promise<void> {
  const asked = performance.now();
  const [told] = await database.query<{ at: number }>(`select ${databaseNow} as at`, []);
  const half = (performance.now() - asked) / 2;
  if (told) clock.learn(told.at + half, noticedMs + half);
}
