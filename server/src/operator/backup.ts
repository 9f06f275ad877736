/** A backup of the running portal: dump and list of files are of one snapshot (REL-13). */
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '#src/env.ts';
import { backupRole } from '#platform/database/logins.ts';
import type { FileDriver } from '#platform/files/driver.ts';
import { type Files, filesOn, openStore } from '#platform/files/files.ts';
import { dumpName, type Hashed, hashOf, type Manifest, manifestName } from './backup-manifest.ts';
import { connected } from '#platform/database/one-connection.ts';
import { countRows } from './count-rows.ts';
import { type Login, reachOwner, run } from './postgres-programs.ts';
import { Refusal } from './read-options.ts';
import { nameOfPlace, refuseOtherFiles } from './refuse-other-files.ts';
import { secretId, type Secrets } from '#platform/security/secrets.ts';
import { problemOf } from './verify-restored.ts';

type Settings = Pick<Env, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataDir' | 'bucket'> & Secrets;

export async function backUp(env: Settings, to: string): Promise<string> {
  const folder = path.resolve(to);
  if (existsSync(folder)) throw new Refusal(`${folder} is there already: a backup makes a folder of its own.`);
  if (!path.relative(path.resolve(env.dataDir), folder).startsWith('..'))
    throw new Refusal(
      `${folder} lies in DATA_DIR: what takes that folder away would take its backup with it. There is no backup.`,
    );
  const owner = await reachOwner(env);
  // Only what is whole has the name that was asked for.
  const begun = `${folder}.part`;
  try {
    rmSync(begun, { recursive: true, force: true });
    await mkdir(path.join(begun, 'files'), { recursive: true, mode: 0o700 });
    return await fill(env, owner, begun, folder);
  } catch (error) {
    // What was begun must not keep the disk full.
    await rm(begun, { recursive: true, force: true }).catch(() => {});
    throw refusalOf(error, folder);
  }
}

async function fill(env: Settings, owner: Login, begun: string, folder: string): Promise<string> {
  const store = openStore(env);
  const made = await connected(owner.config, 'portal operator', async (client) => {
    await client.query(`begin isolation level repeatable read, read only; set local role ${backupRole}`).catch(noRole);
    const {
      rows: [of],
    } = await client.query<{ snapshot: string; begunAt: Date; marker: string; mode: Env['mode'] }>(
      `select pg_export_snapshot() as snapshot, now() as "begunAt", marker, mode from installation`,
    );
    if (!of) throw new Refusal('The portal has not been started on this database yet: there is nothing to back up.');
    const { snapshot, begunAt, marker, mode } = of;
    await refuseOtherFiles(env, store, marker, 'There is no backup.');
    const named = async (column: string, table: string) =>
      (await client.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).rows.map(
        ({ name }) => name,
      );
    const migrations = await named('name', 'migration');
    const secrets = await named('secret_id', 'portal_secret where retired_at is null');
    const stored = (
      await client.query<{ key: string; sha256: string | null }>('select key, sha256 from stored_file order by key')
    ).rows;
    const rows = await countRows(client);
    await run('pg_dump', owner, [
      '--format=custom',
      `--role=${backupRole}`,
      '--enable-row-security',
      '--no-owner',
      `--snapshot=${snapshot}`,
      `--file=${path.join(begun, dumpName)}`,
    ]);
    return { marker, mode, migrations, secrets, rows, stored, begunAt };
  });
  const { stored, begunAt, ...of } = made;
  const files: Manifest['files'] = {};
  const missing: string[] = [];
  const damaged: string[] = [];
  const copies = copiesIn(path.join(begun, 'files'), store, env);
  for (const row of stored) {
    const { key } = row;
    const copied = await copyFile(store, key, path.join(begun, 'files', key));
    if (!copied) {
      missing.push(key);
      continue;
    }
    files[key] = copied;
    if (await isDamaged(copies, row, knowsAll(env, of.secrets))) damaged.push(key);
  }
  // The program of PostgreSQL lets others read what it writes.
  await chmod(path.join(begun, dumpName), 0o600);
  await flush(path.join(begun, dumpName));
  const database = await hashOf(path.join(begun, dumpName));
  const told: Manifest = { format: 1, at: new Date().toISOString(), ...of, database, files, missing };
  // Earlier releases read a manifest without it.
  if (damaged.length > 0) told.damaged = damaged;
  await writeFile(path.join(begun, manifestName), `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600, flush: true });
  // What has the name of a backup outlives a power cut.
  await flush(path.join(begun, 'files'));
  await flush(begun);
  await rename(begun, folder);
  await flush(path.dirname(folder));
  const said =
    `${folder} has the database (${database.bytes} bytes) and ${Object.keys(files).length} files of ${told.at}.\n` +
    'Keep it apart from PORTAL_SECRET, without which nobody can read the files.';
  const problems = [
    ...(missing.length > 0
      ? [
          `${nameOfPlace(env)} lacks ${missing.length} of the files that records name. Its manifest lists them as "missing".`,
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${damaged.length} of the files in it do not open with PORTAL_SECRET, or are not what their records say: ${firstOf(damaged)}. Its manifest lists them as "damaged".`,
        ]
      : []),
  ];
  // Better than none, and nobody takes it for a whole one.
  if (problems.length > 0)
    throw new Refusal(`${said}\nThis backup is not whole, although it was made: ${problems.join(' ')}`);
  try {
    await note(owner, begunAt);
  } catch (error) {
    // It is whole all the same.
    const { message } = error as Error;
    return `${said}\nIts moment could not be noted in the database (${message}): to whoever watches the portal, the last backup is the one before it.`;
  }
  return said;
}

/** Whoever watches the portal hears of it when there is no backup for too long. */
const note = (owner: Login, at: Date): Promise<void> =>
  connected(owner.config, 'portal operator', async (client) => {
    await client.query('begin; set local role portal_system');
    await client.query('update installation set backed_up_at = greatest(backed_up_at, $1)', [at]);
    await client.query('commit');
  });

const firstOf = (keys: readonly string[]): string => `${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}`;

/** Files as they were copied, which are opened as the portal opens its own. */
const copiesIn = (folder: string, store: FileDriver, { secret, earlierSecrets }: Secrets): Files =>
  filesOn(
    {
      ...store,
      get: async (key, range) => {
        const file = path.join(folder, key);
        const { size } = await stat(file);
        return { size, content: createReadStream(file, range ? { start: range.start, end: range.end - 1 } : {}) };
      },
    },
    secret,
    ...earlierSecrets,
  );

const knowsAll = ({ secret, earlierSecrets }: Secrets, used: readonly string[]): boolean => {
  const given = [secret, ...earlierSecrets].map(secretId);
  return used.every((one) => given.includes(one));
};

/** Of a file under a secret that is not given nothing can be said, unless every secret that the portal uses is given. */
async function isDamaged(
  copies: Files,
  row: { key: string; sha256: string | null },
  areAllGiven: boolean,
): Promise<boolean> {
  if (!areAllGiven && (await copies.lockOf(row.key)) === 'unknown') return false;
  return (await problemOf(copies, row)) !== null;
}

/** Writes to the disk what is of a file, or of a folder which names are in it. */
async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As it lies in the store, or in its trash, where the sweep may have moved it meanwhile. */
async function copyFile(store: FileDriver, key: string, to: string): Promise<Hashed | null> {
  const found = (await store.get(key)) ?? ((await store.bringBack(key)) ? await store.get(key) : null);
  if (!found) return null;
  await pipeline(found.content, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }));
  return hashOf(to);
}

const placeProblems: Record<string, string> = {
  EACCES: 'cannot be written by this account',
  EPERM: 'cannot be written by this account',
  EROFS: 'lies on a file system that cannot be written to',
  ENOTDIR: 'lies below something that is no folder',
  ENOENT: 'cannot be made there',
  ENOSPC: 'found no room: its disk is full',
  EDQUOT: "found no room: this account's share of the disk is full",
};

/** What the place of the backup is to blame for, in a sentence. */
function refusalOf(error: unknown, folder: string): unknown {
  const { code = '', path: at, syscall } = error as NodeJS.ErrnoException;
  const isThere = syscall === 'write' || (at !== undefined && (at.startsWith(folder) || folder.startsWith(at)));
  const isFull = error instanceof Refusal && error.message.includes('No space left on device');
  const problem = placeProblems[isFull ? 'ENOSPC' : isThere ? code : ''];
  return problem ? new Refusal(`${folder} ${problem}. There is no backup.`) : error;
}

function noRole(error: unknown): never {
  if (['22023', '42501'].includes((error as { code?: string }).code ?? ''))
    throw new Refusal(
      `The role ${backupRole} is missing or not given to the owner: run "npm run operator -- prepare-database" and "-- migrate" once more.`,
    );
  throw error;
}
