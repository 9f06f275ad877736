/**
 * A backup is a folder: a dump of the database, the files as they lay encrypted in the store, and a manifest with the hash of each.
 * Dump and list of files are of one snapshot, while the portal runs (REL-13).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { ConfigurationError, type Env, portalMode } from '#src/env.ts';
import { admitBackup, admitLogin, backupRole } from '#platform/database/logins.ts';
import { keepPlace } from '#platform/database/migrate.ts';
import type { FileDriver } from '#platform/files/driver.ts';
import { openStore } from '#platform/files/files.ts';
import { markFolder } from '#platform/files/installation.ts';
import { Refusal } from './read-options.ts';

const hashed = z.strictObject({ bytes: z.int().min(0), sha256: z.hex().length(64) });
const manifest = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  marker: z.string(),
  mode: portalMode,
  migrations: z.array(z.string()),
  database: hashed,
  /** By the name in the store. */
  files: z.record(z.string(), hashed),
  /** Named by rows, and not in the store. */
  missing: z.array(z.string()),
});
type Manifest = z.infer<typeof manifest>;
type Hashed = z.infer<typeof hashed>;

const dumpName = 'database.dump';
const manifestName = 'manifest.json';

/** The settings of the portal, with the login that owns the database. */
type Settings = Pick<Env, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataDir'>;

export async function backUp(env: Settings, to: string): Promise<string> {
  const owner = ownerOf(env);
  const folder = path.resolve(to);
  if (existsSync(folder)) throw new Refusal(`${folder} is there already: a backup makes a folder of its own.`);
  // Only what is whole has the name that was asked for.
  const begun = `${folder}.part`;
  rmSync(begun, { recursive: true, force: true });
  await mkdir(path.join(begun, 'files'), { recursive: true, mode: 0o700 });
  const store = openStore(env.dataDir);
  const made = await connected(owner, async (client) => {
    await client.query(`begin isolation level repeatable read, read only; set local role ${backupRole}`).catch(noRole);
    const of = await one<{ snapshot: string; marker: string; mode: Env['mode'] }>(
      client,
      `select pg_export_snapshot() as snapshot, marker, mode from installation`,
    );
    if (!of) throw new Refusal('The portal has not been started on this database yet: there is nothing to back up.');
    const { snapshot, marker, mode } = of;
    const named = async (column: string, table: string) =>
      (await client.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).rows.map(
        ({ name }) => name,
      );
    const migrations = await named('name', 'migration');
    const keys = await named('key', 'stored_file');
    await run('pg_dump', owner, [
      '--format=custom',
      `--role=${backupRole}`,
      '--enable-row-security',
      '--no-owner',
      `--snapshot=${snapshot}`,
      `--file=${path.join(begun, dumpName)}`,
    ]);
    return { marker, mode, migrations, keys };
  });
  const { keys, ...of } = made;
  const files: Manifest['files'] = {};
  const missing: string[] = [];
  for (const key of keys) {
    const copied = await copyFile(store, key, path.join(begun, 'files', key));
    if (copied) files[key] = copied;
    else missing.push(key);
  }
  const database = await hashOf(path.join(begun, dumpName));
  const told: Manifest = { format: 1, at: new Date().toISOString(), ...of, database, files, missing };
  await writeFile(path.join(begun, manifestName), `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600 });
  await rename(begun, folder);
  const lacks =
    missing.length === 0 ? '' : `\nThe store lacks ${missing.length} that rows name; the manifest lists them.`;
  return (
    `${folder} has the database (${database.bytes} bytes) and ${Object.keys(files).length} files of ${told.at}.${lacks}\n` +
    'Keep it apart from PORTAL_SECRET, without which nobody can read the files.'
  );
}

/** Into an empty database and an empty folder. What waits to be sent is held there. */
export async function restore(env: Settings, from: string): Promise<string> {
  const owner = ownerOf(env);
  const folder = path.resolve(from);
  const told = await readManifest(folder);
  await check(folder, told);
  const inTheWay = existsSync(env.dataDir) ? readdirSync(env.dataDir).filter((name) => name !== 'secret') : [];
  if (inTheWay.length > 0) throw new Refusal(`DATA_DIR (${env.dataDir}) is not empty: it has ${inTheWay[0]}.`);
  const serving = decodeURIComponent(new URL(env.databaseUrl ?? '').username);
  await connected(owner, async (client) => {
    const table = await one<{ name: string }>(
      client,
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
    );
    if (table) throw new Refusal(`The database is not empty: it has the table ${table.name}.`);
    // Whatever cuts this off, no portal starts on the half of it: the folder has the mark of no database until all is done.
    markFolder(env.dataDir, 'restoring');
    const store = openStore(env.dataDir);
    for (const key of Object.keys(told.files)) await store.put(key, createReadStream(path.join(folder, 'files', key)));
    await client.query(roles);
    await keepPlace(client);
    const dump = path.join(folder, dumpName);
    // Rights in the schema itself are given by whoever prepared the database, and here.
    const contents = (await run('pg_restore', owner, ['--list', dump]))
      .split('\n')
      .filter((line) => !/ ACL - SCHEMA public /.test(line));
    const list = path.join(mkdtempSync(path.join(tmpdir(), 'portal-restore-')), 'contents');
    writeFileSync(list, contents.join('\n'));
    await run('pg_restore', owner, [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      `--use-list=${list}`,
      `--dbname=${owner.database}`,
      dump,
    ]).finally(() => rmSync(path.dirname(list), { recursive: true }));
    await admitBackup(client);
    await admitLogin(client, serving);
    await client.query(
      `begin; set local role portal_system; update installation set holds_outbound = true; commit; analyze`,
    );
  });
  markFolder(env.dataDir, told.marker);
  return (
    `The database and ${Object.keys(told.files).length} files are as they were at ${told.at}. ` +
    'Nothing is sent until "npm run operator -- release-outbound". "npm run verify-audit" says whether the trail is whole.'
  );
}

/** What the dump names and the first migration would have made. */
const roles = `do $$
  declare
    name text;
  begin
    foreach name in array array['portal_app', 'portal_system', '${backupRole}'] loop
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
      continue when pg_has_role(current_user, name, 'MEMBER');
      if current_setting('server_version_num')::int >= 160000 then
        execute format('grant %I to current_user with inherit false, set true', name);
      else
        execute format('grant %I to current_user', name);
      end if;
    end loop;
  end $$`;

async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(path.join(folder, manifestName), 'utf8').catch(() => null);
  if (written === null) throw new Refusal(`${folder} is no backup: it has no ${manifestName}.`);
  const read = manifest.safeParse(parsed(written));
  if (!read.success) throw new Refusal(`${manifestName} of ${folder} cannot be read.`);
  return read.data;
}

/** Before anything is written: every part is there and is what the manifest says. */
async function check(folder: string, { database, files }: Manifest): Promise<void> {
  const parts: [string, Hashed][] = [
    [dumpName, database],
    ...Object.entries(files).map(([key, of]) => [path.join('files', key), of] as [string, Hashed]),
  ];
  for (const [name, expected] of parts) {
    const found = await hashOf(path.join(folder, name)).catch(() => null);
    if (!found) throw new Refusal(`The backup is not whole: ${name} is missing. Nothing was restored.`);
    if (found.sha256 !== expected.sha256)
      throw new Refusal(`The backup is damaged: ${name} is not what was written. Nothing was restored.`);
  }
  const extra = (await readdir(path.join(folder, 'files'))).find((name) => !(name in files));
  if (extra)
    throw new Refusal(`The backup has a file that its manifest does not name: ${extra}. Nothing was restored.`);
}

/** As it lies in the store, or in its trash, where the sweep may have moved it meanwhile. */
async function copyFile(store: FileDriver, key: string, to: string): Promise<Hashed | null> {
  const found = (await store.get(key)) ?? ((await store.bringBack(key)) ? await store.get(key) : null);
  if (!found) return null;
  await pipeline(found.content, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
  return hashOf(to);
}

async function hashOf(file: string): Promise<Hashed> {
  const { size: bytes } = await stat(file);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes, sha256: hash.digest('hex') };
}

interface Login {
  config: pg.ClientConfig;
  database: string;
  /** For the programs of PostgreSQL, which show their arguments to everybody on the machine. */
  variables: Record<string, string>;
}

function ownerOf({ migrationDatabaseUrl, databaseUrl }: Settings): Login {
  if (!databaseUrl || !migrationDatabaseUrl)
    throw new ConfigurationError(
      'DATABASE_URL and MIGRATION_DATABASE_URL are needed. The embedded database is for trying, and has no backup.',
    );
  const { searchParams } = new URL(migrationDatabaseUrl);
  const config = { connectionString: migrationDatabaseUrl };
  const { host, port, user, password, database } = new pg.Client(config);
  const given = (name: string) => searchParams.get(name) ?? '';
  return {
    config,
    database: database ?? '',
    variables: Object.fromEntries(
      Object.entries({
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user ?? '',
        PGPASSWORD: typeof password === 'string' ? password : '',
        PGDATABASE: database ?? '',
        PGSSLMODE: given('sslmode'),
        PGSSLROOTCERT: given('sslrootcert'),
        PGSSLCERT: given('sslcert'),
        PGSSLKEY: given('sslkey'),
      }).filter(([, value]) => value !== ''),
    ),
  };
}

async function connected<T>({ config }: Login, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'portal backup', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const one = async <R extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<R | undefined> =>
  (await client.query<R>(statement)).rows[0];

function noRole(error: unknown): never {
  if (['22023', '42501'].includes((error as { code?: string }).code ?? ''))
    throw new Refusal(
      `The role ${backupRole} is missing or not given to the owner: run "npm run operator -- prepare-database" and "-- migrate" once more.`,
    );
  throw error;
}

/** The newest that is installed reads every older server. */
function programOf(name: string): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const [newest] = versions
    .filter((version) => existsSync(`/usr/lib/postgresql/${version}/bin/${name}`))
    .sort((one, other) => Number(other) - Number(one));
  return newest ? `/usr/lib/postgresql/${newest}/bin/${name}` : name;
}

/** What it printed. */
async function run(name: string, { variables }: Login, words: string[]): Promise<string> {
  const child = spawn(programOf(name), words, {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Refusal(`${name} is missing: install PostgreSQL's client programs, of the server's version or newer.`),
      ),
    );
    child.once('close', resolve);
  });
  const [code, printed, said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Refusal(`${name} did not work: ${said.trim()}`);
  return printed;
}

function parsed(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
