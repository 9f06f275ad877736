/**
 * A database and the place of its files know each other by a marker that lies in both, and the database knows in which mode it
 * was begun: a server that was given the place of another one, none, or another mode does not start.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError, type Env, isTrial, type PortalMode } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { makeFolder, notWritten } from '#platform/core/make-folder.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import { lookWithin } from '#platform/core/deadline.ts';
import { type FileDriver, StoreAway } from './driver.ts';
import { type Files, openStore, type PlaceOfFiles } from './files.ts';
import { filesIn, markerFileIn, markerIn, markFolder } from './folder-driver.ts';

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  files: Pick<Files, 'writtenAt' | 'marker' | 'mark'>;
  env: Pick<Env, 'dataDir' | 'bucket' | 'mode'>;
  log: Pick<Log, 'error'>;
}

/** Where a marker lies: beside what is local, and where the files are; most have both in one folder. */
interface Place {
  name: string;
  advice: string;
  marker: string | null;
  hasFiles: boolean;
  mark: (marker: string) => Promise<void>;
}
/** In the place of a marker, until all is there. */
export const unfinished = { restore: 'restoring', move: 'moving' } as const;
/** A first start has chosen the place, and may not have come to its end: the database says whether it did. */
const chosen = 'chosen for ';
/** Whether a place has the marker of this database, or a start that was cut off has chosen it. */
export const isOf = (found: string | null, marker: string): boolean => found === marker || found === chosen + marker;

/** Whether a database that was never begun may take the place. */
export const isFree = (found: string | null): boolean => found === null || found.startsWith(chosen);

/** Throws a sentence about a command that was cut off in this place. */
export function refuseUnfinished({ name, advice, marker }: Pick<Place, 'name' | 'advice' | 'marker'>): void {
  if (marker === unfinished.move)
    throw new ConfigurationError(
      `${name} does not have all files yet: "npm run operator -- move-files" has not come to its end.`,
    );
  if (marker === unfinished.restore)
    throw new ConfigurationError(
      `${name} has the half of a backup: "npm run operator -- restore" has not come to its end. Begin it once more, with an empty ${advice} and an empty database.`,
    );
}

/**
 * What is to be said where the database was begun in another mode, if anything is. What people entrusted to a real portal is never shown
 * by one for trying, which lets everybody read its mails with the links and codes in them: then no way leads there (SEC-37).
 */
export function otherMode(known: PortalMode, mode: PortalMode): string | null {
  // Development and test show the same to everybody: who tries the portal goes from one to the other.
  if (known === mode || (isTrial(known) && isTrial(mode))) return null;
  const must = `PORTAL_MODE must be ${known}, the mode that this database belongs to (is "${mode}").`;
  return isTrial(mode)
    ? `${must} A portal in the mode "${mode}" is for trying, shows every mail to everybody, and needs a database of its own.`
    : `${must} Give this portal a database of its own, or change the mode by "npm run operator -- change-mode --to ${mode}".`;
}

/**
 * Throws a `ConfigurationError` that says what does not belong together; a new database is noted only where nothing is refused. A
 * machine that joins with an empty folder, since the files lie in a bucket, is given by `equip` what the others have in theirs.
 */
export async function admitInstallation(
  { database, clock, files, env, log }: Ground,
  equip: () => Promise<void> = async () => {},
): Promise<void> {
  const { dataDir, mode } = env;
  refuseClosedFolder(dataDir);
  const { marker, places, joins } = await database.asSystem(async (tx) => {
    const added = await tx
      .insertInto('installation')
      .values({ marker: randomBytes(16).toString('hex'), mode, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('marker')
      .executeTakeFirst();
    const known = await tx.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    const other = otherMode(known.mode as PortalMode, mode);
    if (other !== null) throw new ConfigurationError(other);
    if (known.has_demo_data && !isTrial(mode))
      throw new ConfigurationError(
        `The database has demo accounts with a known password. In the mode "${mode}" the portal starts on a database without them.`,
      );
    // Read only now: where another process is just beginning it too, the insert has waited for that one.
    const places = await placesOf({ files, env });
    for (const { name, advice, marker: found, hasFiles } of places) {
      refuseUnfinished({ name, advice, marker: found });
      const mayTake = added ? isFree(found) : found === null;
      if (!mayTake && !isOf(found, known.marker))
        throw new ConfigurationError(
          `${name} holds the files of another database. Name the ${advice} that belongs to this one, or an empty one for a new database.`,
        );
      if (found !== null && hasFiles && !added) await lookAtFiles(tx, { name, env, log });
      if (found === null && hasFiles && !added && !(await mayBeItsOwn(tx, files)))
        throw new ConfigurationError(
          `${name} does not hold the files of this database. Name the ${advice} that does; several servers share it.`,
        );
    }
    // Whichever of the two a full disk or a kill leaves undone, the next start finds that they belong together.
    if (added) for (const place of places) await mark(place, chosen + known.marker);
    return { marker: known.marker, places, joins: !added && (await isJoining(env, known)) };
  });
  // Before the folder is marked: what is cut off here is begun anew.
  if (joins) await equip().catch(sayAway);
  for (const place of places) if (place.marker !== marker) await mark(place, marker);
}

/** Whether a start on a database that was begun is given what other machines have. One that was recovered has less than they know. */
export const isJoining = async (
  { bucket, dataDir }: Pick<Env, 'bucket' | 'dataDir'>,
  { holds_outbound }: { holds_outbound: boolean },
): Promise<boolean> => bucket !== undefined && !holds_outbound && (await markerIn(dataDir)) === null;

function sayAway(error: unknown): never {
  throw error instanceof StoreAway ? new ConfigurationError(`FILES_URL: ${error.message}`) : error;
}

async function mark({ name, mark: put }: Place, marker: string): Promise<void> {
  try {
    await put(marker);
  } catch (error) {
    if (error instanceof StoreAway) sayAway(error);
    throw new ConfigurationError(notWritten(name, error), { cause: error });
  }
}

async function placesOf({ files, env: { dataDir, bucket } }: Pick<Ground, 'files' | 'env'>): Promise<Place[]> {
  const folder: Place = {
    name: `DATA_DIR (${dataDir})`,
    advice: 'folder',
    marker: await markerIn(dataDir),
    hasFiles: !bucket,
    mark: (marker) => markFolder(dataDir, marker),
  };
  if (!bucket) return [folder];
  const marker = await files.marker().catch(sayAway);
  const name = `The bucket of FILES_URL (${bucket.name})`;
  return [folder, { name, advice: 'bucket', marker, hasFiles: true, mark: files.mark }];
}

/**
 * What a place with the right marker lacks: a disk that is mounted below DATA_DIR may be away, and what was kept there meanwhile would
 * be hidden by it later. Throws where nothing of its files is there; where only the newest are missing, they may be lost, and the rest serves.
 */
async function lookAtFiles(
  tx: Tx,
  { name, env, log }: Pick<Ground, 'env' | 'log'> & Pick<Place, 'name'>,
): Promise<void> {
  const lacks = await newestMissing(tx, name, env);
  if (lacks !== null) log.error('file missing', { problem: lacks });
}

/** Reads a little of the newest files, as they lie there, and says what is missing. Throws where all is, or where it cannot be read. */
export async function newestMissing(tx: Tx, name: string, env: PlaceOfFiles): Promise<string | null> {
  const store = openStore(env);
  const newest = await newestFiles(tx);
  try {
    let missing = 0;
    for (const key of newest) {
      const found = await store.get(key, { start: 0, end: 1 });
      if (!found) missing += 1;
      else for await (const _ of found.content);
    }
    if (missing === 0) return null;
    // A bucket is not mounted: what is gone from it stays gone, and the rest serves.
    if (!env.bucket && missing === newest.length && (await isEmpty(store)))
      throw new ConfigurationError(
        `${name} has the marker of this database and none of its files. Is the disk mounted that has ${filesIn(env.dataDir)}?`,
      );
    return `${name} lacks ${missing} of the ${newest.length} newest files that records name.`;
  } catch (error) {
    if (error instanceof StoreAway) throw new ConfigurationError(`FILES_URL: ${error.message}`);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigurationError || !syscall) throw error;
    if (code !== 'EACCES' && code !== 'EPERM') return `${name} has files that cannot be read (${code}).`;
    throw new ConfigurationError(
      `${name} has files that this account cannot read (${code}). Give DATA_DIR and all that is in it to the account of the portal, as by "chown -R".`,
    );
  }
}

const newestFiles = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('stored_file').select('key').orderBy('file_id', 'desc').limit(3).execute()).map(
    ({ key }) => key,
  );

/** Another folder in it is enough: whoever has lost the files for good says so by it. */
async function isEmpty(store: Pick<FileDriver, 'list'>): Promise<boolean> {
  for await (const _ of store.list()) return false;
  return true;
}

/** Whether a place without a marker may be the one of this database: from before there were markers, or of an earlier release's start that was cut off. */
async function mayBeItsOwn(tx: Tx, files: Ground['files']): Promise<boolean> {
  const newest = await newestFiles(tx);
  if (newest.length > 0) {
    const times = await Promise.all(newest.map((key) => files.writtenAt(key)));
    return times.some((at) => at !== null);
  }
  // Whatever is on record was done by a portal whose folder had its marker by then.
  return !(await tx.selectFrom('audit_entry').select('seq').limit(1).executeTakeFirst());
}

/** Marks all places of an installation. */
export async function markPlaces(dataDir: string, store: Pick<FileDriver, 'mark'>, marker: string): Promise<void> {
  await markFolder(dataDir, marker);
  await store.mark(marker);
}

const seenForMs = 2_000;
const limitMs = 2_000;

export type FilesSeen = 'there' | 'folder away' | 'bucket away';

/** Whether the files can be reached, such as on a disk of another machine that is mounted; a bucket is asked now and then. */
export function watchFiles({
  files,
  env: { dataDir, bucket },
}: {
  files: Pick<Files, 'marker' | 'isThere'>;
  env: Pick<Env, 'dataDir' | 'bucket'>;
}) {
  let asked = { at: -Infinity, isThere: Promise.resolve(false) };
  const ask = (): Promise<boolean> =>
    Promise.race([
      files.marker().then(
        (marker) => marker !== null,
        () => false,
      ),
      wait(limitMs, false, { ref: false }),
    ]);
  const lookAtFolder = lookWithin(limitMs, async () => files.isThere?.() ?? true);
  return async (): Promise<FilesSeen> => {
    if (!existsSync(markerFileIn(dataDir))) return 'folder away';
    if (!(await lookAtFolder().catch(() => false))) return 'folder away';
    if (!bucket) return 'there';
    if (performance.now() - asked.at > seenForMs) asked = { at: performance.now(), isThere: ask() };
    return (await asked.isThere) ? 'there' : 'bucket away';
  };
}

/** Makes the folder, or throws a sentence about why it cannot hold anything. */
export function refuseClosedFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(notWritten(`DATA_DIR (${dataDir})`, error));
  }
}
