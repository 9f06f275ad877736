import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, readlink, realpath, rename, rm, truncate } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries, programEnvironment } from './binaries.ts';
import { findWay, own, type Way } from './run-as.ts';

export type Connection = { host: string; port: number; user: string; database: string };
export type Embedded = {
  /** The login that serves: it owns nothing and may create nothing. */
  connection: Connection;
  /** The same, for programs that take an address. */
  url: string;
  /** The login that migrates: owner of the portal's database, may create roles, no superuser. */
  owner: Connection;
  superuser: Connection;
  /** True when the database was running already. */
  adopted: boolean;
  /** Ends this use; the last one to leave stops the database. */
  stop(): Promise<void>;
};
type Options = { dataDir: string; fsync?: boolean; ways?: readonly Way[] };
type Place = { folder: string; cluster: string; socket: string; log: string };

const port = 5432; // only part of the socket's file name
const settings = {
  listen_addresses: '',
  port,
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  max_connections: 60,
  max_locks_per_transaction: 256, // whoever takes a schema away locks all that is in it
  effective_cache_size: '512MB',
  random_page_cost: 1.1,
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  io_method: 'sync', // no helper processes: less memory at rest
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic', // the log must not repeat personal data
};
/** Several portals at once, each with its pool: with no connection left for one of them a call would be refused, and a test with it. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 120 };
/**
 * Each connection takes its memory in large pages and gives none back while it lives: where connections are short that saves nearly half
 * of the page faults and an eighth of the processor's time.
 */
const lavish = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  MALLOC_TOP_PAD_: String(16 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
};
const setup = [
  'create extension pg_trgm',
  'create role portal_owner login createrole',
  'create role portal login',
  'create database portal owner portal_owner',
];
/** What earlier versions made, where the serving login owned everything, becomes as `setup` makes it now. */
const handOver = `
  select pg_advisory_xact_lock(hashtext('hand over'));
  do $$
  declare
    r text;
  begin
    if not exists (select from pg_roles where rolname = 'portal_owner') then
      create role portal_owner login createrole;
    end if;
    reassign owned by portal to portal_owner;
    alter role portal nocreaterole;
    for r in select rolname from pg_roles where rolname in ('portal_app', 'portal_system') loop
      -- What the login granted itself goes with the right to grant it.
      execute format('revoke %I from portal cascade', r);
      execute format('grant %I to portal_owner with admin true, inherit false, set true', r);
      execute format('grant %I to portal with admin false, inherit false, set true', r);
    end loop;
  end $$`;

/**
 * Starts, or joins, the PostgreSQL that lives in a data folder, and starts it again should it die (REL-04).
 * With `fsync: false` a crash of the machine may lose everything, and memory is not spared: for tests.
 */
export async function startEmbedded({ dataDir, fsync = true, ways }: Options): Promise<Embedded> {
  const place = await prepare(dataDir);
  let stopped: Promise<void> | undefined;
  const watch = (client: pg.Client) =>
    client.once('end', () => {
      if (!stopped) joined = again();
    });
  const again = async (): Promise<pg.Client | undefined> => {
    while (!stopped) {
      const client = await present(place)
        .then((client) => client ?? start(place, fsync, ways))
        .catch(() => undefined);
      if (client) return watch(client);
      await pause(1000, undefined, { ref: false });
    }
    return undefined;
  };
  const stop = () => (stopped ??= joined.then((client) => client && leave(place, client)));
  const running = await present(place);
  let joined: Promise<pg.Client | undefined> = Promise.resolve(watch(running ?? (await start(place, fsync, ways))));

  await joined;
  const at = (user: string, database: string): Connection => ({ host: place.socket, port, user, database });
  await takeOwnership(at('postgres', 'portal')).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    connection: at('portal', 'portal'),
    owner: at('portal_owner', 'portal'),
    url: `postgresql://portal@${encodeURIComponent(place.socket)}:${port}/portal`,
    superuser: at('postgres', 'postgres'),
    adopted: running !== undefined,
    stop,
  };
}

async function takeOwnership(asSuperuser: Connection): Promise<void> {
  const client = new pg.Client(asSuperuser);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select 1 from pg_database where datname = current_database() and pg_get_userbyid(datdba) = 'portal'`,
    );
    if (rows.length > 0) await client.query(handOver);
  } finally {
    await client.end();
  }
}

async function prepare(dataDir: string): Promise<Place> {
  const made = resolve(dataDir);
  await mkdir(made, { recursive: true });
  const folder = join(await realpath(made), 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const near = join(folder, 'socket');
  // A socket's path may have 107 bytes; below a deep folder it moves to a short private one.
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) <= 107;
  const name = `portal-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const short = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  return {
    folder,
    cluster: join(folder, 'cluster'),
    socket: fits ? near : join(short, name),
    log: join(folder, 'server.log'),
  };
}

/**
 * A connection that says "I use this database" by a shared lock. It ends with its process, however that dies,
 * so nothing stale can be left behind. Undefined when no database answers.
 */
async function present(place: Place): Promise<pg.Client | undefined> {
  const as = { host: place.socket, port, user: 'postgres', database: 'postgres', ssl: false };
  const client = new pg.Client({ ...as, application_name: 'presence', connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // the database may go away first
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared(hashtext($1))', ['presence']);
    streamOf(client).unref(); // being present alone must not keep a process alive
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const code = (error as { code?: string }).code ?? '';
    if (code === 'EACCES')
      throw new Error(`${place.socket} belongs to somebody else: start as its owner, or set DATA_DIR.`);
    return undefined;
  }
}

const streamOf = (client: pg.Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

async function start(place: Place, fsync: boolean, ways?: readonly Way[]): Promise<pg.Client> {
  const binaries = findBinaries();
  const env = await programEnvironment(binaries, join(place.folder, 'lib'));
  const way = await findWay(binaries, place.folder, env, ways);
  await createCluster(place, binaries, way, env);
  await privateFolder(place.socket, way);
  await truncate(place.log, 0).catch(() => {});
  const words = Object.entries({ ...settings, unix_socket_directories: place.socket, ...(fsync ? {} : careless) });
  const args = [
    binaries.postgres,
    '-D',
    place.cluster,
    ...words.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];

  let server: ChildProcess | undefined;
  // Another start may have won, or the processes of a killed server still hold its memory for a moment: so several tries.
  for (let giveUp = Date.now() + 5000; Date.now() < giveUp; await pause(10)) {
    const joined = await present(place);
    if (joined) return joined;
    const running = await runningServer(place);
    if (running?.busy) giveUp = Date.now() + 5000; // recovering after a crash, or stopping
    if (running || server?.exitCode === null) continue;
    if (server) await pause(100);
    server = await spawnServer(place, way, fsync ? env : { ...env, ...lavish }, args);
  }
  const log = (await readFile(place.log, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
  throw new Error(`The embedded database in ${place.folder} does not answer. Its log ends with:\n${log}`);
}

/** Builds the cluster beside its place and renames it, so that a half-made one is never taken for a whole. */
async function createCluster({ folder, cluster }: Place, binaries: Binaries, way: Way, env: NodeJS.ProcessEnv) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version && version.trim() !== '18')
    throw new Error(`${cluster} was made by PostgreSQL ${version.trim()}; this is 18. Set DATA_DIR to another folder.`);
  for (const name of await readdir(folder))
    if (name.startsWith('new-') && !isAlive(Number(name.slice(4)))) await rm(join(folder, name), { recursive: true });
  if (version) return;

  const fresh = join(folder, `new-${process.pid}`);
  await rm(fresh, { recursive: true, force: true });
  await privateFolder(fresh, way);
  const run = (args: string[], input = '') => {
    const [command, ...words] = [...way.prefix, ...args] as [string, ...string[]];
    const { status, error, stderr } = spawnSync(command, words, { env, cwd: '/', input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The embedded database cannot be made: ${error?.message ?? stderr}`);
  };
  try {
    run([
      binaries.initdb,
      '-D',
      fresh,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-instructions',
    ]);
    const single = [binaries.postgres, '--single', '-D', fresh, '-c', 'exit_on_error=on', 'template1'];
    run(single, setup.map((line) => `${line};\n`).join(''));
    await rename(fresh, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // else another start was faster
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function privateFolder(path: string, way: Way) {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  // The short folder's name can be guessed, and whoever owns it could answer in the database's place.
  const known = [process.getuid?.(), way.uid].includes(found.uid);
  if (!found.isDirectory() || !known || (found.mode & 0o077) !== 0)
    throw new Error(`${path} must be a folder of our own that nobody else can open.`);
  await own(path, way);
}

/** In a session of its own: it outlives this process, and Ctrl-C in the terminal does not reach it. */
async function spawnServer(place: Place, way: Way, env: NodeJS.ProcessEnv, args: string[]) {
  const log = await open(place.log, 'a', 0o600);
  const [command, ...words] = [...way.prefix, ...args] as [string, ...string[]];
  const server = spawn(command, words, { env, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] });
  server.on('error', () => {}); // shows as a server that never answers
  server.unref();
  await log.close();
  return server;
}

/** The server that holds the cluster, by its own pid file; a pid that now belongs to something else is no server. */
async function runningServer({ cluster }: Place): Promise<{ pid: number; busy: boolean } | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return undefined;
  const busy = lines[7]?.trim() !== 'ready';
  if (process.platform !== 'linux') return { pid, busy };
  const at = await readlink(`/proc/${pid}/cwd`).catch((error: NodeJS.ErrnoException) => error.code);
  if (at === cluster || at === 'EACCES') return { pid, busy };
  await rm(file, { force: true }); // PostgreSQL would wait for that pid; shared memory still guards the cluster
  return undefined;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Leaves, and stops the server when nobody else is present. */
async function leave(place: Place, joined: pg.Client): Promise<void> {
  streamOf(joined).ref();
  // The last to leave ends it. Someone who was killed a moment ago may still seem to be here.
  const alone = await joined
    .query(`set lock_timeout = '500ms'; select pg_advisory_unlock_shared(hashtext('presence'))`)
    .then(() => joined.query(`select pg_advisory_lock(hashtext('presence'))`))
    .then(
      () => true,
      () => false,
    );
  const server = alone ? await runningServer(place) : undefined;
  if (server) process.kill(server.pid, 'SIGINT'); // "fast": open transactions are rolled back
  if (!server) await joined.end().catch(() => {});
  for (let tries = 0; server && (await runningServer(place))?.pid === server.pid; tries++) {
    if (tries === 3000) process.kill(server.pid, 'SIGQUIT');
    await pause(10);
  }
}
