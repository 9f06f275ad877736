/**
 * A database and the folder of its files know each other by a marker that lies in both, and the database knows in which mode it
 * was begun: a server that was given the folder of another one, no folder, or another mode does not start.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, type Env, isTrial, type PortalMode } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import type { Files } from './files.ts';

interface Ground {
  database: Database;
  clock: Pick<Clock, 'now'>;
  files: Pick<Files, 'writtenAt'>;
  env: Pick<Env, 'dataDir' | 'mode'>;
}

/** Throws a `ConfigurationError` that says what does not belong together; a new database is noted only where nothing is refused. */
export async function admitInstallation({ database, clock, files, env }: Ground): Promise<void> {
  const { dataDir, mode } = env;
  refuseClosedFolder(dataDir);
  const inFolder = markerIn(dataDir);
  const marker = await database.asSystem(async (tx) => {
    const added = await tx
      .insertInto('installation')
      .values({ marker: randomBytes(16).toString('hex'), mode, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('marker')
      .executeTakeFirst();
    const known = await tx.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    // Development and test show the same to everybody: who tries the portal goes from one to the other.
    if (known.mode !== mode && !(isTrial(known.mode as PortalMode) && isTrial(mode)))
      throw new ConfigurationError(
        `The database was begun in the mode "${known.mode}", and PORTAL_MODE is "${mode}". Give this portal a database of its own, ` +
          `or change the mode by "npm run operator -- change-mode --to ${mode}".`,
      );
    if (known.has_demo_data && !isTrial(mode))
      throw new ConfigurationError(
        `The database has demo accounts with a known password. In the mode "${mode}" the portal starts on a database without them.`,
      );
    if (inFolder !== null && inFolder !== known.marker)
      throw new ConfigurationError(
        `DATA_DIR (${dataDir}) holds the files of another database. Name the folder that belongs to this one, or an empty one for a new database.`,
      );
    if (inFolder === null && !added && !(await hasItsFiles(tx, files)))
      throw new ConfigurationError(
        `DATA_DIR (${dataDir}) does not hold the files of this database. Name the folder that does; several servers share it.`,
      );
    return known.marker;
  });
  if (inFolder === null) markFolder(dataDir, marker);
}

/** Begun by a server that was killed before it could mark the folder, or on this folder before there were markers. */
async function hasItsFiles(tx: Tx, files: Ground['files']): Promise<boolean> {
  const newest = await tx.selectFrom('stored_file').select('key').orderBy('file_id', 'desc').limit(3).execute();
  if (newest.length === 0) return true;
  const times = await Promise.all(newest.map(({ key }) => files.writtenAt(key)));
  return times.some((at) => at !== null);
}

const fileIn = (dataDir: string) => path.join(dataDir, 'installation');

/** Whether the folder is there, such as a disk of another machine that is mounted. */
export const isMarked = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export function markerIn(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all; another process that starts at the same time writes the same. */
export function markFolder(dataDir: string, marker: string): void {
  mkdirSync(dataDir, { recursive: true });
  const begun = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(begun, `${marker}\n`, { mode: 0o600 });
  renameSync(begun, fileIn(dataDir));
}

function refuseClosedFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR (${dataDir}) cannot be written by this account (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
