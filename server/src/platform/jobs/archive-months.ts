/**
 * A month that has been on record for long enough goes to the file store, compressed and encrypted like any other file, and only
 * then leaves the database (PRV-10). Wherever this is cut off, the next run goes on from there.
 */
import { createHash } from 'node:crypto';
import { pipeline as join, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Env, Retention } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { allowStatements, type Database, databaseIsAway, type Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { monthOf, monthsOf, type TableByMonth, tablesByMonth } from '#platform/database/months.ts';
import type { Files } from '#platform/files/files.ts';
import { filesOfWork } from '#platform/files/files-of-work.ts';
import { eachAlone } from './each-alone.ts';
import { type Done, holdOn } from './housekeeping.ts';
import { areRecordsHeld } from './records-held.ts';

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  files: Files;
  log: Log;
  env: Pick<Env, 'retention'>;
}
interface Month {
  table: TableByMonth;
  /** Its first day. */
  month: string;
}
interface Archive {
  key: string;
  rows: number;
  sha256: string;
}

const portion = 5_000;
/** A lock that was not to be had in time, or for which somebody waited who was waited for: whoever reads all of the log while a month goes. */
const isInUse = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
const monthsKept: Record<TableByMonth, (retention: Retention) => number> = {
  access_entry: ({ accessLogMonths }) => accessLogMonths,
  security_event: ({ securityEventsMonths }) => securityEventsMonths,
};
const numberOf = { access_entry: sql.ref('entry_id'), security_event: sql.ref('event_id') };

/** Until a month that is in use is tried again. */
const againMs = 30 * 60_000;

/** Work by the clock. A month that somebody reads, as a backup does for hours, is waited for: gives when it wants to run again. */
export async function archiveMonthsDue(ground: Ground, done: Done[]): Promise<number | null> {
  const inUse = await archiveThoseOver(ground, done);
  if (inUse.length === 0) return null;
  ground.log.warn('months in use', { months: inUse.join(', ') });
  return againMs;
}

/** All at once, for whoever asks for it; what was done stands in the list that was given, also where this throws. */
export async function archiveMonths(ground: Ground, done: Done[] = []): Promise<Done[]> {
  const inUse = await archiveThoseOver(ground, done);
  if (inUse.length === 0) return done;
  throw new Error(
    inUse
      .map(
        (month) =>
          `${month} is in use, by a backup for example. It is archived already and leaves the database once it is free.`,
      )
      .join(' '),
  );
}

/** Gives the months that are in use. One that fails keeps no other one from its turn, and is thrown at the end. */
async function archiveThoseOver(ground: Ground, done: Done[]): Promise<string[]> {
  const inUse: string[] = [];
  if ((await holdOn(ground.database)) !== null) return inUse;
  await eachAlone(
    (await monthsThatAreOver(ground)).map(({ table, month }) => {
      const what = `${table} of ${month.slice(0, 7)}`;
      return {
        what,
        work: async () => {
          try {
            const count = await archive(ground, { table, month });
            if (count !== null) done.push({ what: `${what} archived and removed`, count });
          } catch (error) {
            if (!isInUse(error)) throw error;
            inUse.push(what);
          }
        },
      };
    }),
  );
  return inUse;
}

async function monthsThatAreOver({ database, clock, env }: Ground): Promise<Month[]> {
  const over: Month[] = [];
  for (const table of tablesByMonth) {
    // One more: a month is over when its last day is.
    const kept = monthOf(clock.now(), -monthsKept[table](env.retention));
    const months = await database.asSystem((tx) => monthsOf(tx, table));
    over.push(...months.filter((month) => month < kept).map((month) => ({ table, month })));
  }
  return over;
}

/** How many entries left the database, or null where another process was quicker or a hold has begun. */
async function archive(ground: Ground, of: Month): Promise<number | null> {
  const kept = (await wholeArchive(ground, of)) ?? (await write(ground, of));
  if (!kept) return null;
  // Read once more from the store: what is removed has to be there.
  if (!(await isWhole(ground.files, kept)))
    throw new Error(`the archive of ${of.table} of ${of.month} is not what was written`);
  return ground.database.asSystem(async (tx) => {
    if (!(await holdMonth(tx, of)) || (await areRecordsHeld(tx))) return null;
    await allowStatements(tx, 600_000);
    await sql`select remove_month(${of.table}, ${of.month}::date)`.execute(tx);
    return kept.rows;
  });
}

/** Of two processes at once the second waits, and is told by false that the month is gone. */
async function holdMonth(tx: Tx, { table, month }: Month): Promise<boolean> {
  await holdName(tx, `archive of ${table} ${month}`);
  return (await monthsOf(tx, table)).includes(month);
}

/** What a run before this one has written, where it is still all there is. */
async function wholeArchive({ database, files }: Ground, of: Month): Promise<Archive | null> {
  const found = await database.asSystem(async (tx) => {
    const known = await archivesOf(tx, of).where('removed_at', 'is', null).executeTakeFirst();
    const { rows } = await sql<{ n: number }>`select count(*) as n ${entriesOf(of)}`.execute(tx);
    return known && known.rows === rows[0]?.n ? known : null;
  });
  return found && (await isWhole(files, found)) ? found : null;
}

async function write({ database, clock, files, log }: Ground, of: Month): Promise<Archive | null> {
  const { store, takeAway } = filesOfWork(files, log);
  const hash = createHash('sha256');
  let rows = 0;
  const measured = async function* () {
    for await (const lines of linesOf(database, of)) {
      rows += lines.length;
      const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      hash.update(text);
      yield text;
    }
  };
  try {
    const stored = await pipeline(Readable.from(measured()), createGzip(), (content) => store.put(content));
    const kept = { key: stored.key, rows, sha256: hash.digest('hex') };
    const isFirst = await database.asSystem(async (tx) => {
      if (!(await holdMonth(tx, of))) return false;
      const { file_id } = await tx
        .insertInto('stored_file')
        .values({ company_id: null, ...pick(stored), type: 'application/gzip', created_at: clock.now() })
        .returning('file_id')
        .executeTakeFirstOrThrow();
      const { sha256 } = kept;
      const archived = { rows, sha256, file_id, archived_at: clock.now() };
      await tx
        .insertInto('month_archive')
        .values({ of_table: of.table, month: of.month, ...archived })
        // An earlier one lacks something; its file is swept with what nobody keeps.
        .onConflict((conflict) =>
          conflict.columns(['of_table', 'month']).where('removed_at', 'is', null).doUpdateSet(archived),
        )
        .execute();
      return true;
    });
    if (!isFirst) await takeAway();
    return isFirst ? kept : null;
  } catch (error) {
    // Nobody knows whether a commit that went unanswered was made; then the sweep decides by the rows.
    if (!databaseIsAway(error)) await takeAway();
    throw error;
  }
}

const pick = ({ key, bytes, sha256 }: Awaited<ReturnType<Files['put']>>) => ({ key, bytes, sha256 });

const entriesOf = ({ table, month }: Month) =>
  sql`from ${sql.table(table)} entry where at >= ${`${month}T00:00:00Z`}::timestamptz and at < ${`${monthOf(new Date(month), 1)}T00:00:00Z`}::timestamptz`;

/** Every entry as a line of JSON, by its number, in portions. */
async function* linesOf(database: Database, of: Month): AsyncGenerator<string[]> {
  const number = numberOf[of.table];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const rows = await database.asSystem(async (tx) => {
      await sql`set local time zone 'UTC'`.execute(tx);
      return (
        await sql<{
          number: number;
          line: string;
        }>`select ${number} as number, to_jsonb(entry)::text as line ${entriesOf(of)}
          and ${number} > ${from} order by ${number} limit ${portion}`.execute(tx)
      ).rows;
    });
    yield rows.map(({ line }) => line);
    after = rows.length === portion ? rows.at(-1)?.number : undefined;
  }
}

const archivesOf = (tx: Tx, { table, month }: Month) =>
  tx
    .selectFrom('month_archive')
    .innerJoin('stored_file', 'stored_file.file_id', 'month_archive.file_id')
    .select(['key', 'rows', 'month_archive.sha256', 'archived_at', 'removed_at'])
    .where('of_table', '=', table)
    .where('month', '=', month);

/** The archives of a month: one, or more where entries came to it after it was removed. */
export const archivesOfMonth = (database: Database, of: Month) =>
  database.asSystem((tx) => archivesOf(tx, of).orderBy('archive_id').execute());

/** The last month that is in the store alone, as 2031-02, of those that a period touches where one is given; null where there is none. */
export async function lastArchived(
  tx: Tx,
  table: TableByMonth,
  period?: { from: Date; until: Date },
): Promise<string | null> {
  const found = await tx
    .selectFrom('month_archive')
    .select((eb) => eb.fn.max('month').as('month'))
    .where('of_table', '=', table)
    .where('removed_at', 'is not', null)
    .$if(period !== undefined, (query) => {
      const { from, until } = period as NonNullable<typeof period>;
      return query.where('month', '>=', monthOf(from)).where('month', '<=', monthOf(new Date(until.getTime() - 1)));
    })
    .executeTakeFirst();
  return found?.month?.slice(0, 7) ?? null;
}

async function isWhole(files: Files, { key, sha256 }: Archive): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const part of linesIn(files, key)) hash.update(part);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

/** The lines of an archive, in pieces. */
export async function* linesIn(files: Files, key: string): AsyncGenerator<Buffer> {
  const content = await files.get(key);
  if (!content) throw new Error(`the store has no file ${key}`);
  // What goes wrong on either side ends the loop of whoever reads.
  yield* join(Readable.from(content), createGunzip(), () => {}) as AsyncIterable<Buffer>;
}
