import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readProvider, setNotification } from '@portal/contract/providers/endpoints.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openPortal, type Portal } from '#test/portal.ts';
import { headFileIn, readHead } from './head-file.ts';
import { verifyAudit } from './verify.ts';
import type { Tx } from '#platform/database/db.ts';
import { record } from './record.ts';
import { linkEntries } from './link-entries.ts';

/** A person who switches a notification of theirs: every switch is one audit entry. */
async function aSwitch(portal: Portal) {
  const person = await portal.signedIn(await portal.aPerson('Site User', { company_id: await portal.aCompany() }));
  const [row] = await portal.rows<{ id: number }>(
    `insert into notification_preference (company_id, provider_id, name, description, enabled) values ($1, $2, 'Shipments', '', true) returning notification_id as id`,
    [person.companyId, person.providerId],
  );
  let on = true;
  const flip = async () => {
    on = !on;
    return person.call(setNotification, {
      body: { cp_id: person.providerId, notificationId: row?.id, notificationEnabled: on ? 1 : 0 },
    });
  };
  const isOn = async () =>
    (await portal.rows<{ enabled: boolean }>('select enabled from notification_preference'))[0]?.enabled;
  return { person, flip, isOn };
}

const entries = (portal: Portal) =>
  portal.rows<{ seq: number; at: Date; action: string }>('select seq, at, action from audit_entry order by seq');
const verify = (portal: Portal, ...known: { position: number; hash: string }[]) =>
  verifyAudit(portal.app.database, portal.app.env, known);
const allLinked = (portal: Portal, links: number) =>
  vi.waitFor(async () => {
    await linkEntries(portal.app.database, portal.app.env);
    expect(await verify(portal)).toMatchObject({ ok: true, entries: links, links });
  }, 10_000);

/** A trail of six linked entries, numbers 1 to 6. */
async function aTrail() {
  const portal = await openPortal();
  const { flip } = await aSwitch(portal);
  for (let n = 1; n <= 6; n++) expect((await flip()).status).toBe(200);
  await allLinked(portal, 6);
  return { portal, flip };
}

/** What the owner of the database can do when it sets its mind to it. */
const asOwner = async (portal: Portal, ...statements: string[]) => {
  const tables = ['audit_entry', 'audit_link'];
  for (const table of tables) await portal.rows(`alter table ${table} disable trigger all`);
  for (const statement of statements) await portal.rows(statement);
  for (const table of tables) await portal.rows(`alter table ${table} enable trigger all`);
};
const columns =
  'company_id, at, recorded_at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id, proof';

test.each([
  ['an altered field', [`update audit_entry set changes = '[]' where seq = 3`], 'Entry 3 was altered.'],
  ['an altered instant', [`update audit_entry set at = at - interval '1 day' where seq = 3`], 'Entry 3 was altered.'],
  [
    'an altered instant of writing',
    [`update audit_entry set recorded_at = recorded_at - interval '1 day' where seq = 3`],
    'Entry 3 was moved, swapped or altered',
  ],
  ['a removed entry', ['delete from audit_entry where seq = 4'], 'Entry 4 was removed.'],
  [
    'a removed entry and its link',
    ['delete from audit_link where seq = 4', 'delete from audit_entry where seq = 4'],
    'Link 4 was removed.',
  ],
  [
    'a closed gap',
    [
      'delete from audit_link where seq = 4',
      'delete from audit_entry where seq = 4',
      'update audit_link set position = position - 1 where position = 5',
      'update audit_link set position = position - 1 where position = 6',
    ],
    'Entry 5 was moved',
  ],
  [
    'two entries whose numbers were swapped',
    [
      'alter table audit_entry alter seq drop identity',
      'update audit_entry set seq = -2 where seq = 2',
      'update audit_entry set seq = 2 where seq = 5',
      'update audit_entry set seq = 5 where seq = -2',
    ],
    'Entry 2 was moved, swapped',
  ],
  [
    'two links that were swapped',
    [
      'update audit_link set seq = -2 where seq = 2',
      'update audit_link set seq = 2 where seq = 5',
      'update audit_link set seq = 5 where seq = -2',
    ],
    'Entry 5 was moved, swapped',
  ],
  [
    'an entry inserted by hand',
    [
      `insert into audit_entry (${columns.replace('recorded_at, ', '').replace(', proof', '')}) select ${columns.replace('recorded_at, ', '').replace(', proof', '')} from audit_entry where seq = 2`,
    ],
    'Entry 7 was ',
  ],
  [
    'an entry inserted by hand with an old date and a made-up proof',
    [
      `insert into audit_entry (${columns}) select ${columns.replace('recorded_at', `recorded_at - interval '1 hour'`).replace('proof', `decode(repeat('ab', 48), 'hex')`)} from audit_entry where seq = 2`,
    ],
    'Entry 7 was ',
  ],
  [
    'a copy of an entry',
    [`insert into audit_entry (${columns}) select ${columns} from audit_entry where seq = 2`],
    'Entry 7 is a copy of another one.',
  ],
])('P11-10 verification finds %s and names the place', async (_, statements, problem) => {
  const { portal } = await aTrail();
  await asOwner(portal, ...statements);
  const found = await verify(portal);
  expect(found).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  // Also when the server has had time to link what it found.
  await linkEntries(portal.app.database, portal.app.env);
  expect(await verify(portal)).toMatchObject({ ok: false, problem: expect.stringContaining(problem.slice(0, 8)) });
});

test('P11-10 a real entry that was taken away and put in again under an older number is found', async () => {
  const portal = await openPortal();
  const { flip } = await aSwitch(portal);
  await flip();
  await portal.rows(`select nextval('audit_entry_seq_seq')`);
  for (let n = 3; n <= 6; n++) await flip();
  await allLinked(portal, 5);
  await asOwner(
    portal,
    'delete from audit_link where seq = 6',
    'alter table audit_entry alter seq drop identity',
    'update audit_entry set seq = 2 where seq = 6',
    `update audit_link set linked_at = linked_at - interval '61 seconds'`,
  );
  // Otherwise the note of the end tells of it first.
  rmSync(headFileIn(portal.app.env.dataDir));
  await linkEntries(portal.app.database, portal.app.env);
  await vi.waitFor(
    async () =>
      expect(await verify(portal)).toEqual({
        ok: false,
        at: { seq: 2, position: 5 },
        problem: 'Entry 2 was inserted after later entries had been linked.',
      }),
    10_000,
  );
});

test('P11-10 an entry that is still without its link when later ones have theirs is found; while nobody links it is none', async () => {
  const portal = await openPortal();
  const { flip } = await aSwitch(portal);
  for (let n = 1; n <= 4; n++) await flip();
  await allLinked(portal, 4);
  await portal.app.database.asSystem(async (tx) => {
    // No linker works beside this.
    await sql`select pg_advisory_xact_lock(7446023)`.execute(tx);
    for (let n = 5; n <= 6; n++) await flip();
    await asOwner(
      portal,
      `update audit_entry set recorded_at = recorded_at - interval '50 seconds' where seq = 5`,
      'update audit_link set linked_at = (select recorded_at from audit_entry where seq = 6) where position = 4',
    );
    expect(await verify(portal)).toMatchObject({ ok: true, entries: 6, links: 4 });
    await asOwner(portal, `update audit_entry set recorded_at = recorded_at - interval '11 seconds' where seq = 5`);
    expect(await verify(portal)).toMatchObject({
      ok: false,
      at: { seq: 5 },
      problem: expect.stringContaining('Entry 5 has no link'),
    });
  });
});

/** The statements of whoever has the login that owns the database, and means to leave no trace. */
const cutFrom = async (portal: Portal, seq: number) => {
  const owner = new pg.Client(portal.owner as pg.ClientConfig);
  owner.on('error', () => {});
  await owner.connect();
  const tables = ['audit_link', 'audit_entry'];
  for (const table of tables)
    await owner.query(
      `alter table ${table} no force row level security; alter table ${table} disable trigger append_only; grant update, delete on ${table} to portal_owner`,
    );
  const cut = await owner.query(
    `delete from audit_link where seq >= ${seq}; delete from audit_entry where seq >= ${seq}`,
  );
  for (const table of tables)
    await owner.query(`alter table ${table} force row level security; alter table ${table} enable trigger append_only`);
  await owner.end();
  return (cut as unknown as pg.QueryResult[]).map(({ rowCount }) => rowCount);
};
const logged = (portal: Portal, event: string) =>
  portal.logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event);

test('P11-10 P11-18 the end of the trail that the owner of the database cuts off is missed: verification says where, and administrators and operator are told, once', async () => {
  const portal = await openPortal({ OPERATOR_EMAIL: 'operator@portal.example' });
  const { flip, person } = await aSwitch(portal);
  const colleague = await portal.aPerson('Admin', { company_id: person.companyId, admin_rights: true });
  const elsewhere = await portal.aPerson('Admin', { company_id: await portal.aCompany(), admin_rights: true });
  for (let n = 1; n <= 6; n++) await flip();
  await allLinked(portal, 6);
  expect(await cutFrom(portal, 5)).toEqual([2, 2]);
  const cut = {
    ok: false,
    at: { position: 6 },
    problem: 'The chain ends at link 4, but link 6 is known to have existed: its end was removed.',
  };
  expect(await verify(portal)).toEqual(cut);
  const subject = 'The audit trail was cut';
  const told = async () =>
    (await portal.rows<{ recipient: string }>('select recipient from message where subject = $1', [subject]))
      .map(({ recipient }) => recipient)
      .sort();
  const emails = await portal.rows<{ email: string }>('select email from provider where provider_id = any($1)', [
    [colleague, elsewhere],
  ]);
  const all = ['operator@portal.example', ...emails.map(({ email }) => email)].sort();
  await vi.waitFor(async () => expect(await told()).toEqual(all), 10_000);
  expect(logged(portal, 'audit trail cut')).toMatchObject([{ level: 'error', position: 6 }]);
  // Another process sees it too; and what is written from now on does not cover it up.
  const second = await openPortal({ OPERATOR_EMAIL: 'operator@portal.example' }, { beside: portal });
  await vi.waitFor(() => expect(logged(second, 'audit trail cut')).toHaveLength(1), 10_000);
  for (let n = 1; n <= 4; n++) await flip();
  await vi.waitFor(
    async () => expect(await portal.rows('select max(position) as n from audit_link')).toEqual([{ n: 8 }]),
    10_000,
  );
  expect(await verify(portal)).toMatchObject({
    ok: false,
    at: { position: 6 },
    problem: expect.stringContaining('the end of the chain was made anew'),
  });
  await second.stop();
  expect(await told()).toEqual(all);
});

test('P11-10 the note of the end follows the chain in several processes, and a note that somebody else has written is no proof', async () => {
  const portal = await openPortal();
  const { flip } = await aSwitch(portal);
  const second = await openPortal({}, { beside: portal });
  for (let n = 1; n <= 5; n++) {
    await flip();
    await Promise.all([portal, second].map(({ app }) => linkEntries(app.database, app.env)));
  }
  await allLinked(portal, 5);
  const { env } = portal.app;
  expect(await readHead(env)).toMatchObject({ position: 5, isCurrent: true });
  const file = headFileIn(env.dataDir);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const note = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const [shorter] = await portal.rows<{ hash: string }>(
    `select encode(hash, 'hex') as hash from audit_link where position = 3`,
  );
  for (const text of ['', '{}', 'x', JSON.stringify({ ...note, position: 3, hash: shorter?.hash })]) {
    writeFileSync(file, text);
    expect(await verify(portal)).toMatchObject({ ok: false, problem: expect.stringContaining('was altered') });
    expect((await linkEntries(portal.app.database, env)).cut, text).toBe('altered');
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  await vi.waitFor(() => expect(logged(portal, 'audit trail cut')).toMatchObject([{ note: 'altered' }]), 10_000);
});

test('P11-10 a head that was noted outside shows that the end of the trail was cut off', async () => {
  const { portal } = await aTrail();
  const whole = await verify(portal);
  if (!whole.ok) throw new Error(whole.problem);
  const noted = { position: whole.links, hash: whole.head };
  const heads = () =>
    portal.logged
      .map((line) => JSON.parse(line) as { event: string; position: number; hash: string })
      .filter(({ event }) => event === 'audit head');
  await asOwner(portal, 'delete from audit_link where seq = 6', 'delete from audit_entry where seq = 6');
  // Also where the portal's own note went with it.
  rmSync(headFileIn(portal.app.env.dataDir));
  expect(await verify(portal)).toMatchObject({ ok: true });
  expect(await verify(portal, noted)).toMatchObject({
    ok: false,
    at: { position: 6 },
    problem: expect.stringContaining('its end was removed'),
  });
  const { flip } = await aSwitch(portal);
  await flip();
  await allLinked(portal, 6);
  expect(await verify(portal, noted)).toMatchObject({
    ok: false,
    at: { seq: 7, position: 6 },
    problem: expect.stringContaining('made anew'),
  });
  await flip();
  await portal.close();
  expect(heads().at(-1)).toMatchObject({ position: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('P11-10 the account of the server can neither change nor delete nor empty what is recorded', async () => {
  const { portal } = await aTrail();
  const { database } = portal.app;
  const [row] = await portal.rows<{ company_id: number }>('select company_id from audit_entry limit 1');
  for (const table of ['audit_entry', 'audit_link', 'access_entry']) {
    const statements = [
      `update ${table} set ${table === 'audit_link' ? `hash = ''` : `host = 'x'`}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ];
    for (const statement of statements) {
      const run = (tx: Tx) => sql.raw(statement).execute(tx);
      await expect(database.query(statement, []), statement).rejects.toThrow(/permission denied/);
      await expect(database.asSystem(run), statement).rejects.toThrow(/permission denied/);
      await expect(database.inCompany(row?.company_id ?? 0, run), statement).rejects.toThrow(/permission denied/);
    }
  }
  expect(await verify(portal)).toMatchObject({ ok: true, entries: 6 });
});

test('P11-09 a change that is rolled back leaves no entry, and one that is kept has exactly one', async () => {
  const portal = await openPortal();
  const { person, flip } = await aSwitch(portal);
  const [viewer] = await portal.rows<{ first_name: string }>('select first_name from provider where provider_id = $1', [
    person.providerId,
  ]);
  const actor = {
    companyId: person.companyId,
    providerId: person.providerId,
    firstName: viewer?.first_name ?? '',
    lastName: '',
    type: 'Site User',
    host: 'localhost',
    requestId: 'r',
  };
  const broken = portal.app.database.inCompany(person.companyId, async (tx) => {
    await record(tx, portal.app.clock, actor, {
      action: 'participant.changed',
      record: { kind: 'participant', id: 1 },
      changes: [],
    });
    throw new Error('forced');
  });
  await expect(broken).rejects.toThrow('forced');
  expect(await entries(portal)).toEqual([]);
  await flip();
  expect(await portal.rows('select actor_id, actor_type, action, record_kind, changes, host from audit_entry')).toEqual(
    [
      {
        actor_id: person.providerId,
        actor_type: 'Site User',
        action: 'notification.switched',
        record_kind: 'notification_preference',
        changes: [{ field: 'enabled', old: true, new: false }],
        host: 'localhost',
      },
    ],
  );
});

test('P11-12 an action whose entry cannot be written fails with an error, changes nothing, and reads go on', async () => {
  const portal = await openPortal();
  const { flip, isOn, person } = await aSwitch(portal);
  await portal.rows('revoke insert on audit_entry from portal_app');
  const refused = await flip();
  expect(refused).toMatchObject({
    status: 500,
    code: 'unexpected',
    body: { message: expect.any(String), detail: { reference: expect.any(String) } },
  });
  expect(await isOn()).toBe(true);
  expect((await person.call(readProvider, { query: { cp_id: person.providerId } })).status).toBe(200);
  expect(await entries(portal)).toEqual([]);
});

test('P11-13 REL-10 a clock that is set back by an hour does not set the numbers back', async () => {
  const portal = await openPortal();
  const { flip } = await aSwitch(portal);
  await flip();
  portal.app.clock.set(new Date(Date.now() - 3_600_000));
  await flip();
  await flip();
  const [first, second, third] = await entries(portal);
  expect(second!.at < first!.at).toBe(true);
  expect(first!.seq < second!.seq && second!.seq < third!.seq).toBe(true);
  await allLinked(portal, 3);
});

test('P11-10 two workers at once and a late entry make one chain', async () => {
  const portal = await openPortal();
  const { flip, person } = await aSwitch(portal);
  const actor = {
    companyId: person.companyId,
    providerId: person.providerId,
    firstName: 'A',
    lastName: 'B',
    type: 'Site User',
    host: 'localhost',
    requestId: 'r',
  };
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const late = portal.app.database.inCompany(person.companyId, async (tx) => {
    await record(tx, portal.app.clock, actor, {
      action: 'participant.changed',
      record: { kind: 'participant', id: 1 },
      changes: [{ field: 'x', new: { b: 1.5, a: ['é', null] } }],
    });
    isWritten();
    await mayCommit;
  });
  await written;
  for (let n = 0; n < 4; n++) await flip();
  await allLinked(portal, 4);
  commit();
  await late;
  await Promise.all([1, 2, 3].map(() => linkEntries(portal.app.database, portal.app.env)));
  await allLinked(portal, 5);
  expect(await portal.rows('select seq from audit_link order by position')).toEqual(
    [2, 3, 4, 5, 1].map((seq) => ({ seq })),
  );
});

test('P11-10 the command of the operator says in a sentence whether the trail is whole', async () => {
  const { portal } = await aTrail();
  const { host, port, database } = portal.app.database.pool.options as { host: string; port: number; database: string };
  const run = () =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        PORTAL_MODE: 'test',
        DATA_DIR: portal.app.env.dataDir,
        PORTAL_SECRET: portal.app.env.secret.toString(),
        DATABASE_URL: `postgresql://portal@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      };
      const script = path.join(import.meta.dirname, '../../../../scripts/verify-audit.ts');
      execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
      );
    });
  expect(await run()).toEqual({
    code: 0,
    said: expect.stringMatching(/^The audit trail is whole: 6 entries, 6 linked, head 6:[0-9a-f]{64}\.$/),
  });
  await asOwner(portal, `update audit_entry set actor_name = 'Somebody Else' where seq = 5`);
  expect(await run()).toEqual({ code: 1, said: 'The audit trail is broken. Entry 5 was altered.' });
});
