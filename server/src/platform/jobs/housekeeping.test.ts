import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { enterByRecoveryCode, signIn } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { aPersonWithApp, challengeFor } from '#test/factors.ts';
import { openPortal } from '#test/portal.ts';
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
