import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeClock } from '../server/src/platform/core/clock.ts';
import { bucketOf } from '../server/src/platform/core/files-url.ts';
import { openDatabase } from '../server/src/platform/database/db.ts';
import { type Content, StoreFull, whole } from '../server/src/platform/files/driver.ts';
import { filesOn, openStore } from '../server/src/platform/files/files.ts';
import { folderDriver } from '../server/src/platform/files/folder-driver.ts';
import { filesOfAct } from '../server/src/platform/files/keep-file.ts';
import { openObjectStore } from '../server/test/object-store.ts';
import { account, baseBackup, folderOf, startPostgres, startPostgres15, type Postgres } from './debian.ts';
import { operate, operateIn, runBeside, serve, settingsOn, sources, type Variables } from './operator.ts';

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'today');
}

/** An empty database with its logins, and the settings of a portal on it with a folder of its own. */
function prepared(postgres: Postgres, database: string) {
  const serving = settingsOn(postgres, database);
  const owning: Variables = {
    ...serving,
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', database),
    ADMIN_DATABASE_URL: postgres.adminUrl,
  };
  expect(operate(owning, 'prepare-database').ok).toBe(true);
  return { serving, owning };
}

/** Content of a file that a company keeps, as a handler of the portal would have kept it. */
async function keepFile(
  { DATABASE_URL, DATA_DIR, PORTAL_SECRET, FILES_URL = 'file:' }: Variables,
  content: string | Content,
): Promise<string> {
  const database = openDatabase({ connectionString: DATABASE_URL, max: 1 }, () => {});
  const store = openStore({ dataDir: DATA_DIR ?? '', bucket: bucketOf(FILES_URL) });
  const files = filesOn(store, Buffer.from(PORTAL_SECRET ?? ''));
  try {
    const { fileId } = await database.inCompany(1, (tx) =>
      filesOfAct(tx, makeClock(), 1, files).keep(
        typeof content === 'string' ? Buffer.from(content) : content,
        'text/plain',
      ),
    );
    const { key } = await database.asSystem((tx) =>
      tx.selectFrom('stored_file').select('key').where('file_id', '=', fileId).executeTakeFirstOrThrow(),
    );
    return key;
  } finally {
    await database.close();
  }
}

/** A portal in production that has been started, with these files, and a backup of it. */
async function backedUp(postgres: Postgres, contents: readonly string[]) {
  const { owning, serving } = prepared(postgres, 'portal');
  expect(operate(owning, 'migrate').ok).toBe(true);
  expect(operate(serving, ...creation).ok).toBe(true);
  await (await serve(serving)).stop();
  const keys: string[] = [];
  for (const content of contents) keys.push(await keepFile(serving, content));
  const backup = aFolder();
  expect(operate(owning, 'backup', '--to', backup)).toMatchObject({ ok: true });
  return { owning, serving, keys, backup };
}

/** A file system of this size, until the end of the test. */
function aSmallDisk(size: string): string {
  const disk = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  const run = (command: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'none', disk);
  onTestFinished(() => {
    run('umount', disk);
    rmSync(disk, { recursive: true });
  });
  return disk;
}

/** Somebody whose open transaction others wait for. */
async function inTheWay(postgres: Postgres, database: string, statement: string) {
  const client = new pg.Client({ connectionString: postgres.url('admin', 'x', database) });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; ${statement}`);
  const waiting = `select count(*)::int as n from pg_locks where not granted`;
  return {
    awaited: () => expect.poll(() => postgres.ask(database, waiting)).not.toEqual([{ n: 0 }]),
    giveUp: () => client.query('rollback'),
  };
}

const creation = ['create-company', '--name', 'Meridian Trials', '--modules', 'TrialCard', '--brand', 'default'].concat(
  ['--admin-email', 'ada@clinic.example', '--admin-type', 'Admin'],
);
const policies = `select count(*)::int as n from pg_policy`;

test('REL-13 P11-10 a backup made while the portal runs, by the owner of the database, brings rows, rights and files back into an empty place, where everything outbound is held', async () => {
  const postgres = await startPostgres15();
  const original = prepared(postgres, 'portal');
  expect(operate(original.owning, 'migrate').ok).toBe(true);
  expect(operate(original.serving, ...creation).ok).toBe(true);
  const { stop } = await serve(original.serving);
  const key = await keepFile(original.serving, 'a leaflet');
  // As on a server with many transactions behind it, of which the copy's knows nothing.
  await postgres.ask(
    'portal',
    `insert into event (company_id, type, payload, created_at, written_by) values (1, 'provider.changed', '{"id": 1}', now(), '1000000000')`,
  );
  const backup = aFolder();
  const made = operate(original.owning, 'backup', '--to', backup);
  expect(made.said).toContain(`${backup} has the database (`);
  expect([made.ok, existsSync(`${backup}.part`), readdirSync(backup).sort()]).toEqual([
    true,
    false,
    ['database.dump', 'files', 'manifest.json'],
  ]);
  // Whoever watches the portal is told.
  const isNoted = `select now() - backed_up_at < interval '1 minute' as noted from installation`;
  expect(await postgres.ask('portal', isNoted)).toEqual([{ noted: true }]);
  expect(operate(original.owning, 'backup', '--to', backup)).toEqual({
    ok: false,
    said: `${backup} is there already: a backup makes a folder of its own.`,
  });
  await keepFile(original.serving, 'after the backup');

  // A damaged one restores nothing.
  const copy = prepared(postgres, 'copy');
  const damaged = `${backup}-damaged`;
  cpSync(backup, damaged, { recursive: true });
  writeFileSync(path.join(damaged, 'files', key), 'something else');
  expect(operate(copy.owning, 'restore', '--from', damaged)).toEqual({
    ok: false,
    said: `The backup is damaged: files/${key} is not what was written. Nothing was restored.`,
  });
  expect(operate(original.owning, 'restore', '--from', backup).said).toMatch(
    /^DATA_DIR \(.+\) is not empty: it has [\w-]+\.$/,
  );

  const restored = operate(copy.owning, 'restore', '--from', backup);
  expect([restored.ok, restored.said]).toEqual([
    true,
    expect.stringMatching(
      /^The database and 1 files are as they were at .+ Accounts and invitations that were ended since work again: see "Restore" in docs\/operators\.md before people reach it\./,
    ),
  ]);
  expect(readFileSync(path.join(copy.serving['DATA_DIR'] ?? '', 'files', key.slice(0, 2), key))).toEqual(
    readFileSync(path.join(backup, 'files', key)),
  );
  expect(await postgres.ask('copy', policies)).toEqual(await postgres.ask('portal', policies));
  for (const of of ['company', 'audit_entry', 'access_entry', 'security_event', 'invitation', 'message', 'migration'])
    expect([of, await postgres.ask('copy', `select to_jsonb(t) as row from ${of} t order by 1`)]).toEqual([
      of,
      await postgres.ask('portal', `select to_jsonb(t) as row from ${of} t order by 1`),
    ]);
  const isStillToCome = 'written_by >= pg_snapshot_xmin(pg_current_snapshot())';
  expect(
    await postgres.ask(
      'copy',
      `select count(*) > 0 as some, count(*) filter (where ${isStillToCome})::int as open from event`,
    ),
  ).toEqual([{ some: true, open: 0 }]);
  expect(operate(copy.serving, 'housekeeping')).toEqual({ ok: true, said: 'There was nothing to do.' });
  expect(operate(copy.serving, 'list-companies').said).toContain('1  Meridian Trials');
  await (await serve(copy.serving)).stop();
  expect(await postgres.ask('copy', 'select holds_outbound from installation')).toEqual([{ holds_outbound: true }]);
  expect(operate(copy.serving, 'release-outbound').said).toBe(
    'The portal sends again, beginning with what was waiting.',
  );
  expect(operate(copy.serving, 'release-outbound').said).toBe('Nothing is held: the portal sends what it has.');
  await stop();
});

test('P11-17 REL-13 what a restored or recovered database gives numbers to never gets one that the original gave out after that moment: people, patients, participants and requests go on far above', async () => {
  const postgres = await startPostgres15();
  const { owning, serving, backup } = await backedUp(postgres, []);
  const numbered = {
    provider: 'provider_id',
    patient: 'patient_id',
    participant: 'participant_id',
    shipment_request: 'request_id',
  };
  const nextOf = async (server: Postgres, database: string) => {
    const drawn = Object.entries(numbered).map(
      ([table, column]) => `nextval(pg_get_serial_sequence('${table}', '${column}'))::int as ${table}`,
    );
    const [row] = await server.ask(database, `select ${drawn.join(', ')}, nextval('ctrx_number')::int as card`);
    return row as Record<string, number>;
  };
  const recovered = await startPostgres(15, {}, { copyOf: postgres });
  const given = await nextOf(postgres, 'portal');
  const far = Object.fromEntries(
    Object.entries(given).map(([kind, at]) => [kind, expect.toSatisfy((n: number) => n >= at + 999_999) as unknown]),
  );
  const inWords = 'New records get numbers that are 1,000,000 higher';

  const copy = prepared(postgres, 'copy');
  expect(operate(copy.owning, 'restore', '--from', backup)).toEqual({
    ok: true,
    said: expect.stringContaining(inWords) as string,
  });
  expect(await nextOf(postgres, 'copy')).toEqual(far);
  const invitation = ['--admin-email', 'grace@clinic.example', '--admin-type', 'Admin', '--brand', 'default'];
  expect(operate(copy.serving, 'invite-admin', '--company', '1', ...invitation)).toMatchObject({ ok: true });
  expect(await postgres.ask('copy', 'select max(person_id) as id from invitation')).toEqual([
    { id: expect.toSatisfy((id: number) => id > (given['provider'] ?? 0) + 1_000_000) as number },
  ]);
  await (await serve(copy.serving)).stop();
  expect(await runBeside(copy.serving, 'scripts/verify-audit.ts').ended).toMatchObject({
    ok: true,
    said: expect.stringContaining('The audit trail is whole') as string,
  });

  // By PostgreSQL's own means, and the command that the document names for it.
  const at = (login: string, password: string) => recovered.url(login, password, 'portal');
  const there = { DATABASE_URL: at('portal', 'one') };
  expect(operate({ ...serving, ...there }, 'skip-numbers').said).toContain('MIGRATION_DATABASE_URL is needed');
  const owner = { ...owning, ...there, MIGRATION_DATABASE_URL: at('portal_owner', 'two') };
  expect(operate(owner, 'skip-numbers')).toEqual({ ok: true, said: expect.stringContaining(inWords) as string });
  expect(await nextOf(recovered, 'portal')).toEqual(far);
});

test('REL-13 a backup that was killed half-way has not the name of one, and the next of that name takes its place', async () => {
  const postgres = await startPostgres15();
  const { owning, serving, keys } = await backedUp(postgres, ['a leaflet', 'a poster']);
  const [first, second] = [...keys].sort() as [string, string];
  // A file that gives nothing and does not end: the backup stands still there, with the dump and the other file written.
  const place = path.join(serving['DATA_DIR'] ?? '', 'files', second.slice(0, 2), second);
  renameSync(place, `${place}-aside`);
  expect(spawnSync('mkfifo', [place]).status).toBe(0);
  const backup = aFolder();
  const cut = runBeside(owning, 'scripts/operator.ts', 'backup', '--to', backup);
  const begun = `${backup}.part`;
  await expect
    .poll(() => existsSync(path.join(begun, 'files')) && readdirSync(path.join(begun, 'files')))
    .toEqual([first, second]);
  cut.kill();
  await cut.ended;
  expect([existsSync(backup), readdirSync(begun).sort()]).toEqual([false, ['database.dump', 'files']]);
  expect(operate(owning, 'restore', '--from', begun).said).toBe(`${begun} is no backup: it has no manifest.json.`);

  rmSync(place);
  renameSync(`${place}-aside`, place);
  expect(operate(owning, 'backup', '--to', backup)).toMatchObject({ ok: true });
  expect([existsSync(begun), readdirSync(path.join(backup, 'files')).sort()]).toEqual([false, [first, second]]);
});

test('REL-13 a backup without the files of its database is refused, one that lacks some is kept and told of, and so is what comes back from it', async () => {
  const postgres = await startPostgres15();
  const { owning, serving, keys } = await backedUp(postgres, ['a leaflet', 'a poster']);
  const [leaflet = '', poster = ''] = keys;
  const folder = serving['DATA_DIR'] ?? '';
  const backup = aFolder();
  const lastWhole = () => postgres.ask('portal', 'select backed_up_at from installation');
  const before = await lastWhole();
  const elsewhere = path.dirname(aFolder());
  for (const [marker, why] of [
    [null, 'it has no marker'],
    ['0123456789abcdef', 'its marker is that of another one'],
  ] as const) {
    if (marker !== null) writeFileSync(path.join(elsewhere, 'installation'), marker);
    expect(operate({ ...owning, DATA_DIR: elsewhere }, 'backup', '--to', backup)).toEqual({
      ok: false,
      said: `DATA_DIR (${elsewhere}) does not hold the files of this database: ${why}. There is no backup.`,
    });
  }
  expect([readdirSync(elsewhere), existsSync(backup)]).toEqual([['installation'], false]);

  rmSync(path.join(folder, 'files', leaflet.slice(0, 2), leaflet));
  expect(operate(owning, 'backup', '--to', backup)).toEqual({
    ok: false,
    said: expect.stringContaining(
      `This backup is not whole, although it was made: DATA_DIR (${folder}) lacks 1 of the files that records name. Its manifest lists them as "missing".`,
    ) as string,
  });
  expect(JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'))).toMatchObject({ missing: [leaflet] });
  expect(await lastWhole()).toEqual(before);
  const copy = prepared(postgres, 'copy');
  expect(operate(copy.owning, 'restore', '--from', backup)).toEqual({
    ok: true,
    said: expect.stringContaining(
      'The backup was made without 1 of the files that records name, so they are missing here too; its manifest lists them.',
    ) as string,
  });
  expect(readdirSync(path.join(copy.serving['DATA_DIR'] ?? '', 'files', poster.slice(0, 2)))).toEqual([poster]);
});

test('REL-13 a backup with files that do not open, or that are another than their records say, is kept and told of, and so is what comes back from it; of files under a secret that is not given nothing is said', async () => {
  const postgres = await startPostgres15();
  const { owning, serving, keys, backup: whole } = await backedUp(postgres, ['a leaflet', 'a poster', 'a card']);
  const manifestOf = (backup: string) =>
    JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')) as { damaged?: string[]; missing: string[] };
  expect(manifestOf(whole)).not.toHaveProperty('damaged');
  const [leaflet = '', poster = '', card = ''] = keys;
  const fileOf = (key: string) => path.join(serving['DATA_DIR'] ?? '', 'files', key.slice(0, 2), key);
  const bytes = readFileSync(fileOf(leaflet));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(fileOf(leaflet), bytes);
  writeFileSync(fileOf(poster), '');
  await postgres.ask('portal', `update stored_file set sha256 = repeat('0', 64) where key = '${card}'`);
  const backup = aFolder();
  const damaged = [leaflet, poster, card].sort();
  expect(operate(owning, 'backup', '--to', backup)).toEqual({
    ok: false,
    said: expect.stringContaining(
      `This backup is not whole, although it was made: 3 of the files in it do not open with PORTAL_SECRET, or are not what their records say: ${damaged.join(', ')}. Its manifest lists them as "damaged".`,
    ) as string,
  });
  expect(manifestOf(backup)).toMatchObject({ damaged, missing: [] });
  const copy = prepared(postgres, 'copy');
  expect(operate(copy.owning, 'restore', '--from', backup)).toEqual({
    ok: true,
    said: expect.stringContaining(
      'In the backup 3 of the files do not open with the PORTAL_SECRET of its day, or are not what their records say, and neither do they here; its manifest lists them.',
    ) as string,
  });

  const unknown = aFolder();
  const other = { ...owning, PORTAL_SECRET: 'Zt5-pQx8_Lm21RvNdYs9Kb4WhCgUeJaF' };
  expect(operate(other, 'backup', '--to', unknown)).toMatchObject({ ok: true });
  expect(manifestOf(unknown)).not.toHaveProperty('damaged');
});

test('REL-13 P11-10 a restored copy and its original take each other’s folders for those of another database, and the copy knows the end of its trail before it is started', async () => {
  const postgres = await startPostgres15();
  const original = await backedUp(postgres, ['a leaflet']);
  const copy = prepared(postgres, 'copy');
  const said = async (env: Variables) => (await runBeside(env, 'scripts/verify-audit.ts').ended).said;
  expect(await said(copy.serving)).toBe(
    'The database has no audit trail: it is empty, or not the one of a portal. A backup comes back by "npm run operator -- restore".',
  );
  const later = 'Zt5-pQx8_Lm21RvNdYs9Kb4WhCgUeJaF';
  const secrets = { PORTAL_SECRET: later, PORTAL_EARLIER_SECRETS: original.owning['PORTAL_SECRET'] ?? '' };
  expect(operate({ ...copy.owning, ...secrets }, 'restore', '--from', original.backup).ok).toBe(true);
  const [here, there] = [original.serving['DATA_DIR'] ?? '', copy.serving['DATA_DIR'] ?? ''];
  for (const [env, folder] of [
    [original.serving, there],
    [copy.serving, here],
  ] as const)
    await expect(serve({ ...env, DATA_DIR: folder })).rejects.toThrow(
      `DATA_DIR (${folder}) holds the files of another database.`,
    );

  expect(operate({ ...copy.serving, ...secrets }, 'release-outbound').ok).toBe(true);
  const noted = () => readFileSync(path.join(there, 'audit-head'), 'utf8');
  const before = noted();
  const portal = await serve({ ...copy.serving, ...secrets });
  // What the command put on record is linked by now.
  await expect.poll(noted).not.toBe(before);
  expect(await portal.stop()).toBe(0);
  expect(portal.said()).not.toContain('audit trail');
  expect(await said({ ...copy.serving, ...secrets })).toMatch(/^The audit trail is whole: /);
});

test.runIf(process.getuid?.() === 0)('REL-13 a backup that another account made is not taken for none', () => {
  const backup = path.dirname(aFolder());
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORTAL_MODE: 'test',
    DATA_DIR: '/nowhere',
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
  };
  expect(operateIn({ ...sources, ...account() }, env, 'restore', '--from', backup)).toEqual({
    ok: false,
    said: `${backup} cannot be read by this account (EACCES): whoever made the backup owns it. Nothing was restored.`,
  });
});

test('REL-13 a full disk, and a place that cannot be written to, are a sentence, and nothing is left there', async () => {
  const postgres = await startPostgres15();
  const { owning, backup } = await backedUp(postgres, ['a leaflet', 'a poster '.repeat(1_000_000)]);
  expect(operate(owning, 'backup', '--to', `${backup}/manifest.json/today`)).toEqual({
    ok: false,
    said: `${backup}/manifest.json/today lies below something that is no folder. There is no backup.`,
  });
  // One has room for the dump and not for the files, the other one not even for the dump.
  for (const size of ['4m', '64k']) {
    const disk = aSmallDisk(size);
    expect(operate(owning, 'backup', '--to', `${disk}/today`)).toEqual({
      ok: false,
      said: `${disk}/today found no room: its disk is full. There is no backup.`,
    });
    expect(readdirSync(disk)).toEqual([]);
  }
});

test('REL-11 REL-02 a disk of DATA_DIR that is full refuses a file, keeps nothing of it and gives what it has', async () => {
  const files = folderDriver(aSmallDisk('4m'));
  const [leaflet, poster] = ['a'.repeat(24), 'b'.repeat(24)];
  await files.put(
    leaflet,
    (async function* () {
      yield Buffer.from('a leaflet');
    })(),
  );
  const posterOf = async function* () {
    for (let part = 0; part < 8; part += 1) yield Buffer.alloc(1_000_000);
  };
  await expect(files.put(poster, posterOf())).rejects.toBeInstanceOf(StoreFull);
  const kept: string[] = [];
  for await (const names of files.list()) kept.push(...names);
  expect(kept).toEqual([leaflet]);
  const found = await files.get(leaflet);
  expect(found && String(await whole(found))).toBe('a leaflet');
});

test('REL-13 a backup with one byte changed is refused before anything is written, and of a restore that was killed half-way nothing serves', async () => {
  const postgres = await startPostgres15();
  const { backup, keys } = await backedUp(postgres, ['a leaflet']);
  const copy = prepared(postgres, 'copy');
  const folder = copy.serving['DATA_DIR'] ?? '';
  const tables = `select count(*)::int as n from pg_tables where schemaname = 'public'`;
  for (const part of ['database.dump', `files/${keys[0]}`]) {
    const damaged = aFolder();
    cpSync(backup, damaged, { recursive: true });
    const bytes = readFileSync(path.join(damaged, part));
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(path.join(damaged, part), bytes);
    expect(operate(copy.owning, 'restore', '--from', damaged)).toEqual({
      ok: false,
      said: `The backup is damaged: ${part} is not what was written. Nothing was restored.`,
    });
  }
  expect([readdirSync(folder), await postgres.ask('copy', tables)]).toEqual([[], [{ n: 0 }]]);

  const other = await inTheWay(postgres, 'copy', 'create table care_group ()');
  const cut = runBeside(copy.owning, 'scripts/operator.ts', 'restore', '--from', backup);
  await other.awaited();
  cut.kill();
  await cut.ended;
  // What it began in the database ends with it, and leaves nothing there; the rest is not whole.
  await other.giveUp();
  const atWork = `select count(*)::int as n from pg_stat_activity where datname = 'copy' and application_name = 'psql'`;
  await expect.poll(() => postgres.ask('postgres', atWork)).toEqual([{ n: 0 }]);
  expect(await postgres.ask('copy', tables)).toEqual([{ n: 0 }]);
  await expect(serve(copy.owning)).rejects.toThrow(
    `DATA_DIR (${folder}) has the half of a backup: "npm run operator -- restore" has not come to its end. Begin it once more, with an empty folder and an empty database.`,
  );
  const advice =
    'An earlier restore was cut off here: empty DATA_DIR and the bucket, if there is one, drop the database, make it anew by "prepare-database", and restore once more.';
  expect(operate(copy.owning, 'restore', '--from', backup)).toEqual({
    ok: false,
    said: `DATA_DIR (${folder}) is not empty: it has files. ${advice}`,
  });
  rmSync(folder, { recursive: true });
  // The start has made tables there before it looked at its folder.
  expect(operate(copy.owning, 'restore', '--from', backup).said).toMatch(
    /^The database is not empty: it has the table \w+\. Name one that "prepare-database" has just made\.$/,
  );
  await postgres.ask('postgres', 'drop database copy with (force)');
  expect(operate(copy.owning, 'prepare-database')).toMatchObject({ ok: true });
  expect(operate(copy.owning, 'restore', '--from', backup)).toMatchObject({ ok: true });
  expect(await (await serve(copy.serving)).stop()).toBe(0);
});

test('REL-13 REL-12 files in a bucket are backed up while one is being uploaded, and a drill restores them into another place of it', async () => {
  const postgres = await startPostgres15();
  const store = await openObjectStore();
  const inBucket = { FILES_URL: store.url, PORTAL_MODE: 'test' };
  const credentials = { AWS_ACCESS_KEY_ID: 'key-of-tests', AWS_SECRET_ACCESS_KEY: 'secret-of-tests' };
  const original = { ...prepared(postgres, 'portal').owning, ...inBucket, ...credentials };
  const { stop } = await serve(original);
  // What the people of the demo have signed becomes a sealed file, which the copy would make otherwise.
  const unsealed = "select count(*)::int as n from signing_request where state = 'completed' and sealed_at is null";
  await expect.poll(() => postgres.ask('portal', unsealed)).toEqual([{ n: 0 }]);
  await stop();
  const kept = await keepFile(original, 'a leaflet');
  const stored = async () => (await store.keys()).filter((key) => key.startsWith('files/')).length;
  const before = await stored();
  expect(before).toBeGreaterThan(10);

  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const seen = store.asked.length;
  const uploading = keepFile(original, slowly(held));
  await expect.poll(() => store.asked.slice(seen).some((line) => /^POST .*uploads/.test(line))).toBe(true);
  const backup = aFolder();
  const made = await runBeside(original, 'scripts/operator.ts', 'backup', '--to', backup).ended;
  expect(made).toMatchObject({ ok: true });
  goOn();
  const late = await uploading;
  const inBackup = readdirSync(path.join(backup, 'files'));
  expect([inBackup.length, inBackup.includes(kept), inBackup.includes(late)]).toEqual([before, true, false]);

  const elsewhere = {
    ...original,
    DATABASE_URL: postgres.url('portal', 'one', 'copy'),
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'copy'),
    FILES_URL: `${store.url}&prefix=copy/`,
    DATA_DIR: '',
  };
  const drilled = await runBeside(elsewhere, 'scripts/drill.ts', '--from', backup).ended;
  expect(drilled).toEqual({ ok: true, said: expect.stringContaining(`opens: ${before} files, `) as string });
  const copied = (await store.keys()).filter((key) => key.startsWith('copy/files/'));
  expect(copied.map((key) => path.basename(key)).sort()).toEqual(inBackup.sort());
  // What was there before is not taken for an empty place.
  expect(await runBeside(elsewhere, 'scripts/drill.ts', '--from', backup).ended).toEqual({
    ok: false,
    said: expect.stringContaining('The bucket of FILES_URL (portal-files) is not empty') as string,
  });
});

/** More than one part, of which the rest comes only then. */
async function* slowly(then: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(20_000_000, 'a');
  await then;
  yield Buffer.alloc(1_000_000, 'b');
}

test('REL-13 a drill restores a backup into a database of its own, says what holds and how long it took, and leaves nothing behind', async () => {
  const postgres = await startPostgres15();
  const { owning, backup } = await backedUp(postgres, ['a leaflet', 'a poster']);
  const settings: Variables = {
    ...owning,
    DATABASE_URL: postgres.url('portal', 'one', 'drill'),
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'drill'),
    DATA_DIR: '',
  };
  const drill = async (more: Variables = {}) =>
    runBeside({ ...settings, ...more }, 'scripts/drill.ts', '--from', backup).ended;
  const databases = `select count(*)::int as n from pg_database where datname = 'drill'`;
  const { ok, said } = await drill();
  const lines = [
    'An empty database',
    'Restored: backup of .+, database [\\d.]+ KB, 2 files [\\d.]+ KB',
    'Rows are those of the backup: \\d+ in \\d+ tables',
    'Every file that a record names opens: 2 files, [\\d.]+ KB',
    'Schema of this release',
    'Audit trail: The audit trail is whole: .+',
    'Signatures: 0 of 0 documents',
    'The portal is ready',
    'Mails and texts are held: 1 wait',
    'in all, and everything held: REL-13 allows 30 minutes\\.',
  ];
  expect([ok, said.split('\n')]).toEqual([
    true,
    lines.map((line) => expect.stringMatching(new RegExp(`^ *\\d+\\.\\d s {2}${line}$`)) as string),
  ]);
  expect(await postgres.ask('postgres', databases)).toEqual([{ n: 0 }]);

  expect(await drill({ PORTAL_SECRET: 'Zt5-pQx8_Lm21RvNdYs9Kb4WhCgUeJaF' })).toEqual({
    ok: false,
    said: expect.stringMatching(
      /The drill failed\. .*The backup was made under another secret than PORTAL_SECRET: name that one, or add it to PORTAL_EARLIER_SECRETS\. Nothing was restored\./s,
    ) as string,
  });
  const manifest = path.join(backup, 'manifest.json');
  const told = JSON.parse(readFileSync(manifest, 'utf8')) as { rows: Record<string, number> };
  writeFileSync(manifest, JSON.stringify({ ...told, rows: { ...told.rows, 'public.company': 2 } }));
  expect(await drill()).toEqual({
    ok: false,
    said: expect.stringContaining(
      'The drill failed. The rows are not those of the backup: public.company has 1 instead of 2.',
    ) as string,
  });
  expect(await postgres.ask('postgres', databases)).toEqual([{ n: 0 }]);
});

test('REL-13 a drill verifies every signature of the copy, and fails where a record of one was altered', async () => {
  const postgres = await startPostgres15();
  const original = { ...prepared(postgres, 'portal').owning, PORTAL_MODE: 'test' };
  await (await serve(original)).stop();
  const drill = async () => {
    const backup = aFolder();
    expect(operate(original, 'backup', '--to', backup)).toMatchObject({ ok: true });
    const elsewhere = {
      ...original,
      DATABASE_URL: postgres.url('portal', 'one', 'drill'),
      MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'drill'),
      DATA_DIR: '',
    };
    return runBeside(elsewhere, 'scripts/drill.ts', '--from', backup).ended;
  };
  expect(await drill()).toEqual({
    ok: true,
    said: expect.stringMatching(/ Signatures: [1-9]\d* of [1-9]\d* documents\n/) as string,
  });
  // As a superuser, past what keeps signatures from being changed.
  await postgres.ask(
    'portal',
    `set session_replication_role = replica;
     update signature set reason = 'I only read it.' where signature_id = (select max(signature_id) from signature)`,
  );
  const [altered] = await postgres.ask(
    'portal',
    `select document_id from signing_request join signature using (signing_request_id) where signature.reason = 'I only read it.'`,
  );
  expect(await drill()).toEqual({
    ok: false,
    said: expect.stringMatching(
      new RegExp(
        ` WRONG: Signatures\nThe drill failed\\. Documents whose signatures do not verify: 1\\. Document ${String(altered?.['document_id'])}: The record of the signature in \\w+ was changed: the reason\\.$`,
      ),
    ) as string,
  });
});

test('REL-13 a drill that is interrupted removes what it made, and one that finds the rest of an earlier one says where it lies', async () => {
  const postgres = await startPostgres15();
  const { owning, backup } = await backedUp(postgres, ['a leaflet']);
  const temporary = path.join(path.dirname(backup), 'temporary');
  mkdirSync(temporary);
  const settings: Variables = {
    ...owning,
    DATABASE_URL: postgres.url('portal', 'one', 'drill'),
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'drill'),
    DATA_DIR: '',
    TMPDIR: temporary,
  };
  const drill = (more: Variables = {}) => runBeside({ ...settings, ...more }, 'scripts/drill.ts', '--from', backup);
  const databases = `select count(*)::int as n from pg_database where datname = 'drill'`;
  const cut = drill();
  await expect.poll(() => cut.said(), { timeout: 120_000 }).toContain('Rows are those of the backup');
  expect([readdirSync(temporary).length, await postgres.ask('postgres', databases)]).toEqual([1, [{ n: 1 }]]);
  cut.interrupt();
  expect(await cut.ended).toEqual({
    ok: false,
    said: expect.stringMatching(/\nThe drill failed\. It was interrupted \(SIGTERM\)\.$/) as string,
  });
  expect([readdirSync(temporary), await postgres.ask('postgres', databases)]).toEqual([[], [{ n: 0 }]]);

  const left = path.join(temporary, 'portal-drill-abc');
  mkdirSync(left);
  await postgres.ask('postgres', 'create database drill owner portal_owner');
  await postgres.ask('drill', 'create table company ()');
  const { ok, said } = await drill().ended;
  expect([ok, said]).toEqual([false, expect.stringContaining('The database is not empty: it has the table company.')]);
  expect(said).toContain('What was there before the drill is left: the database "drill".');
  expect(said).toContain(`An earlier drill may have left its files behind: ${left}.`);
  expect(readdirSync(temporary)).toEqual(['portal-drill-abc']);

  expect(await drill({ MIGRATION_DATABASE_URL: '' }).ended).toEqual({
    ok: false,
    said: expect.stringMatching(/The drill failed\. .*MIGRATION_DATABASE_URL/) as string,
  });
  expect(
    await drill({ ADMIN_DATABASE_URL: 'postgres://admin@127.0.0.1:1/postgres?sslmode=verify-full' }).ended,
  ).toEqual({
    ok: false,
    said: expect.stringContaining('ADMIN_DATABASE_URL leads to no database that answers (ECONNREFUSED)') as string,
  });
});

test('REL-13 a drill with nothing given backs up a portal while somebody writes, and finds the person, the records and the documents in the copy', async () => {
  const { ok, said } = await runBeside({ PATH: process.env['PATH'] ?? '' }, 'scripts/drill.ts').ended;
  expect([ok, said]).toEqual([true, expect.stringContaining('everything held')]);
  for (const line of [
    /Backup while somebody writes: \d+ comments and as many papers meanwhile, /,
    /Rows are those of the backup: \d+ in \d+ tables\n/,
    /The same person signs in and reads: 12 participants, a shipment, a document of [\d.]+ KB, all the same\n/,
    /What was written around the backup: \d+ comments and \d+ papers of it\n/,
    /Signatures: [1-9]\d* of [1-9]\d* documents\n/,
    /Mails and texts are held: [1-9]\d* wait\n/,
  ])
    expect(said).toMatch(line);
});

test('REL-13 P11-10 a database that was copied by PostgreSQL’s own means, and a copy of the files made after it, come back together by the commands of the documents', async () => {
  const postgres = await startPostgres15();
  const { serving, keys } = await backedUp(postgres, ['a leaflet', 'a poster']);
  const [leaflet] = keys as [string];
  const folder = serving['DATA_DIR'] ?? '';
  const noteOfEnd = () => readFileSync(path.join(folder, 'audit-head'), 'utf8');
  const noted = noteOfEnd();
  const recovered = await startPostgres(15, {}, { copyOf: postgres });
  // After that moment: somebody works, a sweep moves a file to the trash, and then the files are copied.
  expect(operate(serving, 'require-mfa', '--company', '1', '--required', 'yes').ok).toBe(true);
  const portal = await serve(serving);
  await expect.poll(noteOfEnd).not.toBe(noted);
  await keepFile(serving, 'after that moment');
  expect(await portal.stop()).toBe(0);
  await openStore({ dataDir: folder, bucket: undefined }).setAside(leaflet);
  const copy = aFolder();
  cpSync(folder, copy, { recursive: true });

  const env = { ...serving, DATABASE_URL: recovered.url('portal', 'one', 'portal'), DATA_DIR: copy };
  expect(await runBeside(env, 'scripts/verify-audit.ts').ended).toMatchObject({ ok: false });
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(documentedHold());
  await client.end();
  const owner = { ...env, MIGRATION_DATABASE_URL: recovered.url('portal_owner', 'two', 'portal') };
  const [asRoot = '', asPortal = '', ...more] = documentedRecovery().map((code) =>
    code.replaceAll('/var/lib/trellis', copy).replaceAll('-o trellis ', `-o ${userInfo().username} `),
  );
  expect([inShell(owner, asRoot), more]).toEqual([{ ok: true, said: '' }, []]);
  expect(inShell(owner, asPortal)).toEqual({
    ok: true,
    said: expect.stringMatching(
      /1,000,000 higher[\s\S]+One file has been moved back\.[\s\S]+The audit trail is whole/,
    ) as string,
  });
  // It tells what the recovered database lacks.
  expect(readFileSync(`${copy}-restore-2026-11-22/audit-head`, 'utf8')).toBe(
    readFileSync(path.join(folder, 'audit-head'), 'utf8'),
  );
  expect(await (await serve(env)).stop()).toBe(0);
  expect(await recovered.ask('portal', 'select holds_outbound from installation')).toEqual([{ holds_outbound: true }]);
  expect(operate(env, 'release-outbound').ok).toBe(true);
});

test('REL-13 with the settings of the documents what is written is in the archive within five minutes, without a segment that is full, and a server that was killed then comes back with it from base backup and archive', async () => {
  const archive = folderOf('portal-archive-');
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
  const { archive_timeout, ...documented } = documentedArchiving();
  const postgres = await startPostgres15({ ...documented, archive_command: `cp %p ${archive}/%f` });
  const { serving, owning } = prepared(postgres, 'portal');
  expect(operate(owning, 'migrate').ok).toBe(true);
  expect(operate(serving, ...creation).ok).toBe(true);
  expect(operate(serving, 'check').said).toContain(
    'mind   archiving: archive_timeout of the database is 0: it archives a segment only when that is full, and hours may be lost. Set it to 60 seconds, 300 at most.',
  );
  await postgres.ask('postgres', `alter system set archive_timeout = ${archive_timeout}`);
  await postgres.ask('postgres', 'select pg_reload_conf()');
  expect(operate(serving, 'check').said).toContain('good   archiving\n');
  const base = await baseBackup(postgres);
  const requirement = 'select requires_mfa from company';
  expect(await postgres.ask('portal', requirement)).toEqual([{ requires_mfa: false }]);

  expect(operate(serving, 'require-mfa', '--company', '1', '--required', 'yes').ok).toBe(true);
  const [written] = await postgres.ask('postgres', 'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment');
  const archived = `select coalesce(last_archived_wal >= '${String(written?.['segment'])}', false) as is from pg_stat_archiver`;
  await expect
    .poll(() => postgres.ask('postgres', archived), { timeout: 240_000, interval: 500 })
    .toEqual([{ is: true }]);
  await postgres.kill();

  const recovered = await startPostgres(15, { restore_command: `cp ${archive}/%f %p` }, { base });
  await expect.poll(() => recovered.ask('postgres', 'select pg_is_in_recovery() as is')).toEqual([{ is: false }]);
  expect(await recovered.ask('portal', requirement)).toEqual([{ requires_mfa: true }]);
});

/** The settings of PostgreSQL that docs/operators.md gives for continuous archiving. */
function documentedArchiving(): Record<string, string> {
  const written = readFileSync(path.join(import.meta.dirname, '../docs/operators.md'), 'utf8');
  const [, block] = /^```ini\n(archive_mode = [\s\S]*?)^```$/m.exec(written) ?? [];
  if (block === undefined) throw new Error('docs/operators.md has no settings for continuous archiving.');
  return Object.fromEntries(
    [...block.matchAll(/^(\w+) = '?([^'#]*?)'? *(?:#.*)?$/gm)].map(([, name, value]) => [name, value]),
  );
}

/** The commands of docs/operators.md after a database came back by PostgreSQL's own means, block by block. */
function documentedRecovery(): string[] {
  const written = readFileSync(path.join(import.meta.dirname, '../docs/operators.md'), 'utf8');
  const [, section = ''] = /^### A database of pgBackRest[^\n]*\n([\s\S]*?)^## /m.exec(written) ?? [];
  return Array.from(section.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
}

/** What a shell says to these commands, of which the first that fails is the last. */
function inShell(env: Variables, code: string): { ok: boolean; said: string } {
  const cwd = path.join(import.meta.dirname, '..');
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', code], { cwd, env, stdio, encoding: 'utf8' });
  return { ok: status === 0, said: (stdout + stderr).trim() };
}

/** The statement of docs/operators.md that holds what waits to be sent. */
function documentedHold(): string {
  const written = readFileSync(path.join(import.meta.dirname, '../docs/operators.md'), 'utf8');
  const [statement] = /^begin; set local role portal_system; update installation .+$/m.exec(written) ?? [];
  if (!statement) throw new Error('docs/operators.md does not say how to hold what waits to be sent.');
  return statement;
}

test('REL-13 a whole backup whose moment cannot be noted is one all the same, and an earlier moment takes the place of none', async () => {
  const postgres = await startPostgres15();
  const { owning, backup } = await backedUp(postgres, []);
  await postgres.ask('portal', `update installation set backed_up_at = '2999-01-01'`);
  expect(operate(owning, 'backup', '--to', `${backup}-2`).ok).toBe(true);
  expect(await postgres.ask('portal', `select backed_up_at > '2998-01-01' as later from installation`)).toEqual([
    { later: true },
  ]);
  await postgres.ask(
    'portal',
    `alter table installation add constraint stumble check (backed_up_at < '2000-01-01') not valid`,
  );
  const made = operate(owning, 'backup', '--to', `${backup}-3`);
  expect(made).toMatchObject({ ok: true, said: expect.stringContaining(`${backup}-3 has the database (`) as string });
  expect(made.said).toMatch(
    /Its moment could not be noted in the database \(.*"stumble"\): to whoever watches the portal, the last backup is the one before it\./,
  );
  expect(existsSync(path.join(`${backup}-3`, 'manifest.json'))).toBe(true);
});
