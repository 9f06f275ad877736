import * as participants from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
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
