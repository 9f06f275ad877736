import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../server/src/platform/database/db.ts';
import { startPgBouncer, startPostgres15, type Postgres } from './debian.ts';
import { operate, serve, settingsOn, tokenOf } from './operator.ts';

/** Somebody of the demo; calls any process. */
async function signedIn(postgres: Postgres, email: string) {
  const token = await tokenOf(postgres, email, 'localhost');
  const call = async (url: string, path: string, body?: object, key?: string) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
  };
  const dial = async (url: string) => {
    const heard: unknown[] = [];
    const socket = io(url, { path: '/api/socket', auth: { token }, transports: ['websocket'], reconnection: false });
    onTestFinished(() => void socket.disconnect());
    socket.on('changed', (change: unknown) => heard.push(change));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return { heard, isOpen: () => socket.connected };
  };
  return { call, dial };
}

test('REL-05 REL-16 through PgBouncer a statement ends in its time and none is kept prepared, in transactions and on its own', async () => {
  const postgres = await startPostgres15();
  const pooler = await startPgBouncer(postgres, { admin: 'x' });
  await postgres.ask('postgres', 'create role portal_app; create role portal_system');
  const database = openDatabase(
    { connectionString: pooler.url('admin', 'x', 'postgres'), max: 20, statement_timeout: 300 },
    () => {},
    { isPooled: true },
  );
  onTestFinished(() => database.close());
  const sleep = sql`select pg_sleep(20)`;
  const ways = [
    () => database.inCompany(1, (tx) => sleep.execute(tx)),
    () => database.readInCompany(1, (tx) => sleep.execute(tx)),
    () => database.asSystem((tx) => sleep.execute(tx)),
    () => database.query('select pg_sleep($1)', [20]),
  ];
  for (const way of ways) await expect(way()).rejects.toThrow('canceling statement due to statement timeout');
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        database.query('select $1::int as n', [n]),
        database.readInCompany(n + 1, async (tx) => {
          const { rows } = await sql<{ n: number }>`
            select ${n}::int as n where current_setting('app.company_id') = ${String(n + 1)}`.execute(tx);
          return rows;
        }),
      ]).flat(),
    );
    expect(answers.map(([row]) => row?.['n'])).toEqual(answers.map((_, i) => Math.floor(i / 2)));
  }
  const kept = await Promise.all(
    Array.from({ length: 6 }, () =>
      database.query('select (select count(*) from pg_prepared_statements) as n, pg_sleep(0.05)', []),
    ),
  );
  expect(kept.map(([row]) => row?.['n'])).toEqual([0, 0, 0, 0, 0, 0]);
});

test('REL-04 REL-05 REL-06 SEC-05 REL-14 two processes behind PgBouncer in transaction mode serve, hear each other, do their jobs and create once', async () => {
  const postgres = await startPostgres15();
  const pooler = await startPgBouncer(postgres, { portal: 'one', portal_owner: 'two' });
  const { PORTAL_MODE: _mode, ...plain } = settingsOn(postgres);
  const owning = { ...plain, MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal') };
  expect(
    operate({ ...owning, PORTAL_MODE: 'test', ADMIN_DATABASE_URL: postgres.adminUrl }, 'prepare-database').ok,
  ).toBe(true);
  const settings = {
    ...owning,
    PORTAL_MODE: 'test',
    DATABASE_URL: pooler.url('portal', 'one', 'portal'),
    DATABASE_DIRECT_URL: postgres.url('portal', 'one', 'portal'),
  };

  const { DATABASE_DIRECT_URL: _direct, ...throughPoolerOnly } = settings;
  await expect(serve(throughPoolerOnly)).rejects.toThrow(
    'DATABASE_URL leads through a pooler, such as PgBouncer. Name the way past it in DATABASE_DIRECT_URL.',
  );
  await expect(
    serve({ ...settings, MIGRATION_DATABASE_URL: pooler.url('portal_owner', 'two', 'portal') }),
  ).rejects.toThrow(
    'MIGRATION_DATABASE_URL leads through a pooler, such as PgBouncer. It must lead to PostgreSQL itself.',
  );

  const one = await serve(settings);
  const other = await serve(settings);
  const [here, there] = [one, other].map(({ url }) => url.replace('127.0.0.1', 'localhost')) as [string, string];
  const grace = await signedIn(postgres, 'boston@meridian.example');
  const [site] = await postgres.ask(
    'portal',
    `select care_group_id as id from care_group where name = 'Boston General'`,
  );
  const siteId = Number(site?.['id']);
  const line = await grace.dial(there);

  // Created once, however often and wherever it is asked for.
  const participant = {
    fname: 'Ada',
    lname: 'Lovelace',
    g_id: siteId,
    dob: '1980-03-05',
    gender: 1,
    subject_number: '909-001',
  };
  const key = randomUUID();
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => grace.call(n % 2 ? here : there, '/trial-participant', participant, key)),
  );
  expect(made.map(({ status, said }) => [status, said['participantId']])).toEqual(
    made.map(() => [200, made[0]?.said['participantId']]),
  );
  await expect.poll(() => line.heard.length).toBeGreaterThan(0);

  await expect
    .poll(() => postgres.ask('portal', `select distinct name from pgboss.job where state = 'completed' order by 1`))
    .toContainEqual({ name: 'housekeeping' });
  expect(operate(settings, 'failed-jobs').said).toBe('No background job has failed.');

  // Connections that are cut behind the pooler are told of as such, and are not missed.
  const [, ...cut] = await Promise.all([
    postgres.ask(
      'portal',
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal' and backend_type = 'client backend'`,
    ),
    ...Array.from({ length: 40 }, () => grace.call(here, `/care-groups/trial-participant?g_id=${siteId}`)),
  ]);
  expect([200, 503]).toEqual(expect.arrayContaining([...new Set(cut.map(({ status }) => status))]));

  // Many more than it has connections to the database.
  for (let round = 0; round < 10; round += 1) {
    const read = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        grace.call(n % 2 ? here : there, `/care-groups/trial-participant?g_id=${siteId}`),
      ),
    );
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect((await grace.call(here, '/auth/sign-out', {})).status).toBe(200);
  await expect.poll(() => line.isOpen(), { timeout: 5_000 }).toBe(false);
  expect((await grace.call(there, '/auth/me')).status).toBe(401);
  expect([await one.stop(), await other.stop()]).toEqual([0, 0]);
  expect(pooler.said()).not.toMatch(/prepared statement|unsupported/);
});
