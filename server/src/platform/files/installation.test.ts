import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { Env } from '#src/env.ts';
import { aSiteUser, givenParticipant } from '#test/house.ts';
import type { Database } from '#platform/database/db.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { StoreAway } from './driver.ts';
import { openFiles } from './files.ts';
import { filesOfAct } from './keep-file.ts';
import { markFolder } from './folder-driver.ts';
import { admitInstallation } from './installation.ts';

/** Starts once more, with this in the place of its own configuration. */
const startsAgain = (
  { app }: Portal,
  { database = app.database, ...env }: Partial<Pick<Env, 'dataDir' | 'mode'> & { database: Database }> = {},
) =>
  admitInstallation({
    ...app,
    database,
    files: openFiles({ ...app.env, ...env }),
    env: { ...app.env, ...env },
  }).then(
    () => null,
    (error: Error) => error.message,
  );
const markerOf = ({ app }: Portal) => path.join(app.env.dataDir, 'installation');

/** A portal that keeps a file for somebody. */
async function aPortalWithFile(): Promise<Portal> {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const { database, clock, files } = portal.app;
  await database.inCompany(companyId, (tx) =>
    filesOfAct(tx, clock, companyId, files).keep(Buffer.from('a leaflet'), 'text/plain'),
  );
  return portal;
}

test('REL-13 database and folder are marked at the first start, and every later one finds them belonging together', async () => {
  const portal = await openPortal();
  expect(await portal.rows('select marker, mode, has_demo_data from installation')).toEqual([
    { marker: readFileSync(markerOf(portal), 'utf8').trim(), mode: 'test', has_demo_data: false },
  ]);
  expect(await startsAgain(portal)).toBeNull();
});

test('REL-13 the folder of another database is refused, and neither is marked anew', async () => {
  onItsOwn();
  const [portal, other] = [await openPortal(), await openPortal()];
  const before = readFileSync(markerOf(other), 'utf8');
  expect(await startsAgain(portal, { dataDir: other.app.env.dataDir })).toBe(
    `DATA_DIR (${other.app.env.dataDir}) holds the files of another database. Name the folder that belongs to this one, or an empty one for a new database.`,
  );
  expect(readFileSync(markerOf(other), 'utf8')).toBe(before);
  // Also by a database that has never been started: it stays as it was.
  await portal.rows('delete from installation');
  expect(await startsAgain(portal, { dataDir: other.app.env.dataDir })).toContain(
    'holds the files of another database',
  );
  expect(await portal.rows('select 1 from installation')).toEqual([]);
});

test('REL-13 a server on a second machine without the folder is refused, rather than calling every document damaged', async () => {
  const portal = await aPortalWithFile();
  const elsewhere = `${portal.app.env.dataDir}-elsewhere`;
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  expect(await startsAgain(portal, { dataDir: elsewhere })).toBe(
    `DATA_DIR (${elsewhere}) does not hold the files of this database. Name the folder that does; several servers share it.`,
  );
});

test('REL-13 P11-10 an empty folder is refused to a portal on which something was done, though it keeps no file yet', async () => {
  const portal = await openPortal();
  const elsewhere = `${portal.app.env.dataDir}-empty`;
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const { siteId, caller } = await aSiteUser(portal);
  expect((await caller.call(addParticipant, { body: givenParticipant(siteId) })).status).toBe(200);
  expect(await startsAgain(portal, { dataDir: elsewhere })).toBe(
    `DATA_DIR (${elsewhere}) does not hold the files of this database. Name the folder that does; several servers share it.`,
  );
  expect(existsSync(path.join(elsewhere, 'installation'))).toBe(false);
  expect(await startsAgain(portal)).toBeNull();
});

test('REL-02 a start that was killed before it marked the folder, and a folder from before there were marks, are marked by the next', async () => {
  const portal = await aPortalWithFile();
  const marker = readFileSync(markerOf(portal), 'utf8');
  rmSync(markerOf(portal));
  expect(await startsAgain(portal)).toBeNull();
  expect(readFileSync(markerOf(portal), 'utf8')).toBe(marker);
  rmSync(markerOf(portal));
  await portal.rows('delete from installation');
  expect(await startsAgain(portal)).toBeNull();
  expect(existsSync(markerOf(portal))).toBe(true);
});

test('REL-13 a disk that is not mounted below the folder is told by the start, before anything is kept in its place, and by nobody once it is back', async () => {
  onItsOwn();
  const portal = await aPortalWithFile();
  const { dataDir } = portal.app.env;
  const files = path.join(dataDir, 'files');
  const refused = `DATA_DIR (${dataDir}) has the marker of this database and none of its files. Is the disk mounted that has ${files}?`;
  renameSync(files, `${files}-away`);
  expect(await startsAgain(portal)).toBe(refused);
  mkdirSync(files);
  expect(await startsAgain(portal)).toBe(refused);
  // Whoever has lost them for good says so by a folder, and starts with the rest.
  mkdirSync(path.join(files, 'lost'));
  portal.logged.length = 0;
  expect(await startsAgain(portal)).toBeNull();
  expect(portal.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      level: 'error',
      event: 'file missing',
      problem: `DATA_DIR (${dataDir}) lacks 1 of the 1 newest files that records name.`,
    }),
  );
  rmSync(files, { recursive: true });
  renameSync(`${files}-away`, files);
  portal.logged.length = 0;
  expect([await startsAgain(portal), portal.logged]).toEqual([null, []]);
});

/** As it is before its first start, with a company that a command has made. */
async function aPortalBeforeItsStart(): Promise<Portal> {
  const portal = await openPortal();
  const { siteId, caller } = await aSiteUser(portal);
  expect((await caller.call(addParticipant, { body: givenParticipant(siteId) })).status).toBe(200);
  await portal.rows('delete from installation');
  rmSync(markerOf(portal));
  return portal;
}

test.each(['before the database has noted it', 'after the database has noted it'])(
  'REL-02 REL-13 a first start that is killed %s is simply repeated, though the company was made before',
  async (when) => {
    onItsOwn();
    const portal = await aPortalBeforeItsStart();
    const { database } = portal.app;
    const killed = (): never => {
      throw new Error('killed');
    };
    const asSystem: Database['asSystem'] = when.startsWith('before')
      ? (work) => database.asSystem((tx) => work(tx).then(killed))
      : (work) => database.asSystem(work).then(killed);
    expect(await startsAgain(portal, { database: { ...database, asSystem } })).toBe('killed');
    expect(await startsAgain(portal)).toBeNull();
    expect(await portal.rows('select marker from installation')).toEqual([
      { marker: readFileSync(markerOf(portal), 'utf8').trim() },
    ]);
    // A folder that was chosen for one database is none for another.
    const other = await openPortal();
    rmSync(markerOf(portal));
    await portal.rows('delete from installation');
    await startsAgain(portal, { database: { ...database, asSystem } });
    expect(await startsAgain(other, { dataDir: portal.app.env.dataDir })).toContain(
      'holds the files of another database',
    );
  },
);

test('REL-02 REL-13 a first start that finds the disk full says so in a sentence, and is repeated once there is room', async () => {
  const portal = await aPortalBeforeItsStart();
  const { dataDir } = portal.app.env;
  symlinkSync('/dev/full', `${markerOf(portal)}.${process.pid}`);
  expect(await startsAgain(portal)).toBe(`DATA_DIR (${dataDir}) cannot be written: there is no room left (ENOSPC).`);
  expect(await startsAgain(portal)).toBeNull();
});

test('SEC-37 a database begun in one mode is refused in another, and with demo data in production whatever its mode', async () => {
  const portal = await openPortal();
  // Both have demo accounts, and the outbox open.
  expect(await startsAgain(portal, { mode: 'development' })).toBeNull();
  expect(await startsAgain(portal, { mode: 'production' })).toBe(
    'PORTAL_MODE must be test, the mode that this database belongs to (is "production"). Give this portal a database of its own, ' +
      'or change the mode by "npm run operator -- change-mode --to production".',
  );
  await portal.rows(`update installation set mode = 'production'`);
  for (const mode of ['development', 'test'] as const)
    expect(await startsAgain(portal, { mode })).toBe(
      `PORTAL_MODE must be production, the mode that this database belongs to (is "${mode}"). A portal in the mode "${mode}" is for trying, shows every mail to everybody, and needs a database of its own.`,
    );
  expect(await startsAgain(portal, { mode: 'production' })).toBeNull();
  await portal.rows('update installation set has_demo_data = true');
  expect(await startsAgain(portal, { mode: 'production' })).toBe(
    'The database has demo accounts with a known password. In the mode "production" the portal starts on a database without them.',
  );
});

test('REL-02 REL-13 a restore that was cut off leaves a folder on which no portal starts', async () => {
  onItsOwn();
  const portal = await aPortalWithFile();
  await markFolder(portal.app.env.dataDir, 'restoring');
  expect(await startsAgain(portal)).toMatch(
    /^DATA_DIR \(.+\) has the half of a backup: "npm run operator -- restore" has not come to its end\. Begin it once more, with an empty folder and an empty database\.$/,
  );
});

test('REL-04 a folder that is none is one sentence', async () => {
  const portal = await openPortal();
  const inTheWay = path.join(portal.app.env.dataDir, 'in the way');
  writeFileSync(inTheWay, '');
  expect(await startsAgain(portal, { dataDir: inTheWay })).toMatch(
    /^DATA_DIR \(.*in the way\) cannot be written by this account \((EEXIST|ENOTDIR)\)\.$/,
  );
});

test('REL-13 P11-08 a file that a row names and the store lacks is told to whoever runs the portal', async () => {
  const portal = await openPortal();
  expect(await portal.app.files.read('0123456789abcdef0123456789abcdef')).toBe(null);
  const told = portal.logged.map((line) => JSON.parse(line) as { level: string; event: string });
  expect(told.filter(({ event }) => event === 'file missing')).toMatchObject([{ level: 'error' }]);
});

test('REL-11 REL-02 a disk that fills up while a file is kept is told to whoever runs the portal, and nothing is left of the file', async () => {
  onItsOwn();
  const portal = await openPortal();
  const tooMuch = async function* () {
    yield Buffer.alloc(100);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  await expect(portal.app.files.put(tooMuch())).rejects.toBeInstanceOf(StoreAway);
  expect(portal.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      level: 'error',
      event: 'file store full',
      error: `DATA_DIR (${portal.app.env.dataDir}) has no room left.`,
    }),
  );
  const kept = [];
  for await (const names of portal.app.files.list()) kept.push(...names);
  expect(kept).toEqual([]);
});
