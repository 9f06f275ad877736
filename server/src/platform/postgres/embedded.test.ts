import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Connection, type Embedded, startEmbedded } from './embedded.ts';
import { waysForRoot } from './run-as.ts';

const isRoot = process.getuid?.() === 0;
let dataDir: string;
let open: Embedded[];
let children: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(memory(), 'portal-embedded-'));
  open = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of open) await database.stop();
  if (serverPid() !== 0) await (await startEmbedded({ dataDir, fsync: false })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('P11-10 the first start makes a UTF-8 database with an owner and a login that serves and may create nothing, and no network port', async () => {
  const { connection, owner, url } = await begin();
  const roles = (as: Connection) =>
    ask(as, `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = user`);
  expect(await roles(owner)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: true }]);
  expect(await roles(connection)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  expect(
    await ask(
      url,
      `select 'Łukasz' % 'Lukasz' as near, current_setting('listen_addresses') as addresses,
    current_setting('server_encoding') as encoding, datlocprovider as provider from pg_database where datname = 'portal'`,
    ),
  ).toEqual([{ near: expect.any(Boolean), addresses: '', encoding: 'UTF8', provider: 'b' }]);
  await ask(owner, 'create role portal_app; grant portal_app to portal_owner; set role portal_app');
  await expect(ask(connection, 'create table mine ()')).rejects.toThrow('permission denied for schema public');
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
});

test('what was written is there after a stop and a second start', async () => {
  const first = await begin();
  await write(first);
  await first.stop();
  expect(serverPid()).toBe(0);
  await expect(ask(first.connection, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  const second = await begin();
  expect(second.adopted).toBe(false);
  expect(await ask(second.owner, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('after a killed portal the next start adopts the running database and its stop ends it', async () => {
  const portal = await anotherPortal();
  const pid = serverPid();
  portal.kill('SIGKILL');
  await once(portal, 'exit');
  const next = await begin();
  expect({ adopted: next.adopted, pid: serverPid() }).toEqual({ adopted: true, pid });
  await next.stop();
  expect(serverPid()).toBe(0);
});

test('after a killed database the next start recovers what was committed', async () => {
  const first = await begin({ fsync: true });
  await write(first);
  process.kill(serverPid(), 'SIGKILL');
  const second = await begin();
  expect(await ask(second.owner, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('REL-04 a database that dies under a running portal is started again without help', async () => {
  const { connection } = await begin();
  const killed = serverPid();
  process.kill(killed, 'SIGKILL');
  await expect
    .poll(() => ask(connection, 'select 1 as one').catch(() => 'away'), { timeout: 5000 })
    .toEqual([{ one: 1 }]);
  expect(serverPid()).not.toBe(killed);
});

test('a pid file that names some other living process does not hold up the start', async () => {
  const first = await begin();
  const left = readFileSync(pidFile(), 'utf8');
  await first.stop();
  writeFileSync(pidFile(), left.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
  expect(await ask((await begin()).connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('two starts at once on an empty folder share one database, and the last stop ends it', async () => {
  const [portal, here] = await Promise.all([anotherPortal(), begin()]);
  expect(await ask(here.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  const pid = serverPid();
  await here.stop();
  expect(serverPid()).toBe(pid);
  portal.kill('SIGTERM');
  await once(portal, 'exit');
  expect(serverPid()).toBe(0);
});

test('a data folder too deep for a socket path works too', async () => {
  const { connection } = await begin({ dataDir: join(dataDir, 'd'.repeat(120)) });
  onTestFinished(() => rmSync(connection.host, { recursive: true }));
  expect(connection.host).not.toContain('d'.repeat(20));
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.runIf(isRoot)(
  'for root without user namespaces the database runs as nobody, even below a closed folder',
  async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    chmodSync(dataDir, 0o755);
    const open = await begin({ ways: waysForRoot.slice(1) });
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(65534);
    await write(open);
    await open.stop();
    const below = await startEmbedded({ dataDir: closed, fsync: false, ways: waysForRoot.slice(1) });
    expect(await ask(below.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await below.stop();
    expect(await ask((await begin()).owner, 'select text from note')).toEqual([{ text: 'kept' }]);
  },
);

async function begin(options = {}): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, fsync: false, ...options });
  open.push(database);
  return database;
}

/** Another process that starts the same database, and stops it when asked to end. */
async function anotherPortal(): Promise<ChildProcess> {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });
    process.on('SIGTERM', () => database.stop().then(() => process.exit()));
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('it ended'))),
  ]);
  return child;
}

async function ask(where: Connection | string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(typeof where === 'string' ? { connectionString: where } : where);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = ({ owner }: Embedded) => ask(owner, `create table note (text text); insert into note values ('kept')`);
const pidFile = () => join(dataDir, 'postgres/cluster/postmaster.pid');
const serverPid = () => (existsSync(pidFile()) ? Number(readFileSync(pidFile(), 'utf8').split('\n')[0]) : 0);

function memory(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
