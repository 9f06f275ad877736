import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { enterByRecoveryCode, signIn } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aPersonWithApp, challengeFor } from '#test/factors.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import { clearAway } from './housekeeping.ts';

const days = 24 * 3_600_000;

test('SEC-03 REL-06 tokens and keys are cleared away a day after their time, sessions and events a week after their end, and nothing earlier', async () => {
  const portal = await openPortal();
  const { siteId, siteUser, admin } = await portal.aTrialAtWork();
  const caller = await portal.signedIn(siteUser);
  await portal.signedIn(admin);
  const body = {
    g_id: siteId,
    fname: 'Ada',
    lname: 'Lovelace',
    dob: '1980-03-05',
    gender: 1,
    subject_number: '123-456',
  };
  expect(
    (await caller.call(participants.addParticipant, { body, headers: { 'idempotency-key': 'an-intention' } })).status,
  ).toBe(200);
  await portal.rows('update session set ended_at = now() where provider_id = $1', [siteUser]);
  const left = async () =>
    (
      await portal.rows(
        'select (select count(*)::int from access_token) as tokens, (select count(*)::int from session) as sessions, (select count(*)::int from idempotency_key) as keys, (select count(*)::int from event) as events',
      )
    )[0];

  const at = async (ms: number) => {
    portal.app.clock.set(new Date(Date.now() + ms));
    await clearAway(portal.app);
    return left();
  };
  expect(await at(0.9 * days)).toEqual({ tokens: 2, sessions: 2, keys: 1, events: 1 });
  expect(await at(1.1 * days)).toEqual({ tokens: 2, sessions: 2, keys: 0, events: 1 });
  expect(await at(1.6 * days)).toEqual({ tokens: 0, sessions: 2, keys: 0, events: 1 });
  expect(await at(6.9 * days)).toEqual({ tokens: 0, sessions: 2, keys: 0, events: 1 });
  // The session of the admin was never ended: it ran out half a day later.
  expect(await at(7.1 * days)).toEqual({ tokens: 0, sessions: 1, keys: 0, events: 0 });
  expect(await at(7.6 * days)).toEqual({ tokens: 0, sessions: 0, keys: 0, events: 0 });
});

test('SEC-12 SEC-03 what signing in leaves is cleared away once it counts no more, and what still counts stays', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  await portal.call(forgotPassword, { body: { email: person.email } });
  for (let n = 0; n < 5; n += 1)
    await portal.call(signIn, { body: { email: 'nobody@portal.example', password: 'wrong' } });
  await portal.rows(`insert into lock_notice (email, cause, told_at) values ($1, 'code', $2)`, [
    person.email,
    portal.app.clock.now(),
  ]);
  const challenge = await challengeFor(portal, person.email);
  const body = { challenge, recoveryCode: person.recoveryCodes[0] };
  expect((await portal.call(enterByRecoveryCode, { body })).status).toBe(200);
  const began = portal.app.clock.now().getTime();
  const at = async (ms: number) => {
    portal.app.clock.set(new Date(began + ms));
    await clearAway(portal.app);
    const count = async (table: string) => (await portal.rows(`select 1 from ${table}`)).length;
    return {
      challenges: await count('auth_challenge'),
      locks: await count('sign_in_lock'),
      resets: await count('password_reset'),
      notices: await count('lock_notice'),
      codes: await count('recovery_code'),
      devices: await count('known_device'),
    };
  };
  const all = { challenges: 1, locks: 1, resets: 1, notices: 1, codes: 10, devices: 2 };
  expect(await at(0.9 * days)).toEqual(all);
  const afterADay = { challenges: 0, locks: 0, resets: 0, notices: 0, codes: 10, devices: 2 };
  expect(await at(1.1 * days)).toEqual(afterADay);
  expect(await at(6.9 * days)).toEqual(afterADay);
  expect(await at(7.1 * days)).toEqual({ ...afterADay, codes: 9 });
  expect(await at(364 * days)).toEqual({ ...afterADay, codes: 9 });
  // The last browser of a person stays: without it the next new one would come in untold.
  expect(await at(366 * days)).toEqual({ ...afterADay, codes: 9, devices: 1 });
});

/** One of everything that goes because of its age and tells of somebody, so many days old. */
async function agedRecords(portal: Portal, age: number) {
  const at = new Date(portal.app.clock.now().getTime() - age * days);
  const providerId = await portal.aPerson('Site User', { company_id: await portal.aCompany() });
  await portal.rows(
    `insert into message (channel, recipient, subject, body, html, created_at, sent_at)
     values ('email', 'ada@clinic.example', 'Your code', 'It is 123456', '<p>It is 123456</p>', $1, $1),
      ('sms', '+15550100', '', 'It is 123456', null, $1, null)`,
    [at],
  );
  await portal.rows(
    `insert into log_entry (at, level, event, claimed_at, source_identifier, log_stream, host, address)
     values ($1, 'error', 'x', $1, '', '', '', '')`,
    [at],
  );
  await portal.rows(
    `insert into sign_in_day (provider_id, day, company_id, last_at)
     select provider_id, $2::timestamptz::date - n, company_id, $2::timestamptz - n * interval '1 day'
     from provider, generate_series(0, 1) n where provider_id = $1`,
    [providerId, at],
  );
}
const recordsLeft = async (portal: Portal) =>
  (
    await portal.rows<{ withWords: number; messages: number; entries: number; signIns: number }>(
      `select (select count(*)::int from message where subject || body || coalesce(html, '') <> '') as "withWords",
        (select count(*)::int from message) as messages, (select count(*)::int from log_entry) as entries,
        (select count(*)::int from sign_in_day) as "signIns"`,
    )
  )[0];

test('PRV-10 of what is old exactly that goes which the settings let go, mails and texts by their words alone; a hold keeps all of it', async () => {
  const portal = await openPortal({ RETENTION_MESSAGES_DAYS: '40', RETENTION_LOG_DAYS: '50' });
  for (const age of [39, 41, 49, 51, 31 * 72 - 2, 31 * 72 + 2]) await agedRecords(portal, age);
  expect(await recordsLeft(portal)).toEqual({ withWords: 12, messages: 12, entries: 6, signIns: 12 });
  await portal.rows(`update installation set retention_held_because = 'A court wants to see it'`);
  await portal.rows(`insert into spent_puzzle values ('x', now() - interval '2 days')`);
  expect(await clearAway(portal.app)).toEqual([{ what: 'spent_puzzle removed', count: 1 }]);
  expect(await recordsLeft(portal)).toEqual({ withWords: 12, messages: 12, entries: 6, signIns: 12 });
  await portal.rows('update installation set retention_held_because = null');
  expect(await clearAway(portal.app)).toEqual([
    { what: 'message blanked', count: 10 },
    { what: 'sign_in_day removed', count: 1 },
    { what: 'log_entry removed', count: 3 },
  ]);
  // Since when somebody has not signed in is known of everybody.
  expect(await recordsLeft(portal)).toEqual({ withWords: 2, messages: 12, entries: 3, signIns: 11 });
  expect(
    await portal.rows(`select recipient, sent_at is not null as sent from message order by message_id limit 2`),
  ).toEqual([
    { recipient: 'ada@clinic.example', sent: true },
    { recipient: '+15550100', sent: false },
  ]);
  expect(await clearAway(portal.app)).toEqual([]);
});

test('PRV-10 REL-07 a hold that begins while housekeeping is at work ends it for what is on record', async () => {
  const portal = await openPortal({ RETENTION_MESSAGES_DAYS: '40' });
  await agedRecords(portal, 41);
  const { database } = portal.app;
  // It has looked whether records are held, and begins with the first transaction of its own.
  let transactions = 0;
  const asSystem: typeof database.asSystem = async (work) => {
    transactions += 1;
    if (transactions === 3) await portal.rows(`update installation set retention_held_because = 'A court wants it'`);
    return database.asSystem(work);
  };
  await clearAway({ ...portal.app, database: { ...database, asSystem } });
  expect(transactions).toBeGreaterThan(3);
  expect(await recordsLeft(portal)).toMatchObject({ withWords: 2, messages: 2 });
});

test('PRV-10 REL-16 much that is old goes in portions, each a transaction of its own', async () => {
  const portal = await openPortal();
  await portal.rows(
    `insert into limit_use (whose, at) select 'x', now() - interval '2 days' from generate_series(1, 12001)`,
  );
  const { database } = portal.app;
  let transactions = 0;
  const counting = {
    ...database,
    asSystem: ((work) => ((transactions += 1), database.asSystem(work))) as typeof database.asSystem,
  };
  expect(await clearAway({ ...portal.app, database: counting })).toEqual([
    { what: 'limit_use removed', count: 12_001 },
  ]);
  expect(await portal.rows('select count(*)::int as n from limit_use')).toEqual([{ n: 0 }]);
  const idle = transactions;
  transactions = 0;
  await clearAway({ ...portal.app, database: counting });
  expect(idle - transactions).toBe(2);
});

test('REL-12 PRV-10 a table that cannot be cleared keeps no later one from its turn, the log names the job, and the hour of the last housekeeping stays as it was', async () => {
  const portal = await openPortal(
    { METRICS_PORT: '0' },
    {
      rooms: [
        ({ clearsAway }) =>
          clearsAway(
            { table: 'limit_use', due: () => sql`1 / 0 = 1` },
            { table: 'spent_puzzle', due: () => sql`true` },
          ),
      ],
    },
  );
  const puzzles = () => portal.rows('select from spent_puzzle');
  await portal.rows(`insert into spent_puzzle values ('x', now() + interval '2 days')`);
  expect(await puzzles()).toHaveLength(1);
  await portal.app.jobs.start();
  const states = () =>
    portal.rows<{ state: string }>(
      `select distinct state from pgboss.job where name = 'housekeeping' and completed_on is not null`,
    );
  await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'failed' }]);
  expect(await puzzles()).toEqual([]);
  const said = portal.logged.map((line) => JSON.parse(line) as { event: string; [field: string]: unknown });
  expect(said).toContainEqual(
    expect.objectContaining({
      event: 'job failed',
      name: 'housekeeping',
      error: expect.stringContaining('limit_use removed: error: division by zero'),
    }),
  );
  expect(said).toContainEqual(expect.objectContaining({ event: 'housekeeping', 'spent_puzzle removed': 1 }));
  const metrics = await (await fetch(String(said.find(({ event }) => event === 'metrics')?.address))).text();
  expect(metrics).toMatch(/^portal_housekeeping_timestamp_seconds NaN$/im);
});
