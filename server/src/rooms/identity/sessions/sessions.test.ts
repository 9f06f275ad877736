import { changePassword } from '@portal/contract/identity/account-endpoints.ts';
import {
  me,
  renewSession,
  signIn,
  signOut,
  signOutEverywhere,
  tellActivity,
} from '@portal/contract/identity/endpoints.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { endSessionsOf } from '../door.ts';
import { sweep } from './sweep.ts';
import {
  aPersonWithAccount,
  aSignedInPerson,
  cookieOf,
  goodPassword,
  holding,
  renewing,
  type SignedIn,
  signInAs,
} from '#test/people.ts';
import { clockStandsAt } from '#test/clock-that-stands.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const minute = 60_000;
const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));
const renewed = (portal: Portal, person: { cookie: string }, host = 'localhost') =>
  portal.call(renewSession, { body: {}, headers: renewing(person, host) });
/** A call with a fresh token, as the web app makes it: told how long ago the last input was. */
async function poll(portal: Portal, person: SignedIn, idleMs: number) {
  const { reply, status } = await renewed(portal, person);
  if (status !== 200) return status;
  return (
    await portal.call(me, { headers: { authorization: `Bearer ${reply.accessToken}`, 'x-idle-ms': String(idleMs) } })
  ).status;
}

test('SEC-03 IDP-02 a token lives five minutes; the cookie alone gives another one, and keeps its value', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  forward(portal, 4 * minute + 50_000);
  expect((await person.call(me)).status).toBe(200);
  forward(portal, 20_000);
  expect((await person.call(me)).status).toBe(401);
  const fresh = await renewed(portal, person);
  expect(fresh.reply.accessToken).not.toBe(person.token);
  expect(fresh.reply.expiresAt.getTime() - portal.app.clock.now().getTime()).toBeLessThanOrEqual(5 * minute);
  expect(cookieOf(fresh)).toBeNull();
  expect((await portal.call(me, { headers: { authorization: `Bearer ${fresh.reply.accessToken}` } })).reply.cpId).toBe(
    person.providerId,
  );
});

test('SEC-02 OPN-17 each token says whose it is: at sign-in, by the cookie, and after a change of the password', async () => {
  const portal = await openPortal();
  const { email, providerId } = await aPersonWithAccount(portal, 'Site User');
  const entered = await portal.call(signIn, { body: { email, password: goodPassword } });
  const person = holding(portal, 'localhost', entered as Parameters<typeof holding>[2]);
  const body = { password: goodPassword, newPassword: 'Bright-Harbor-77' };
  const changed = await person.call(changePassword, { body });
  const fresh = await renewed(portal, holding(portal, 'localhost', changed));
  for (const answer of [entered, changed, fresh])
    expect(answer.reply).toMatchObject({ next: 'session', cpId: providerId });
});

test('SEC-03 no other call takes the cookie, and renewal takes no token', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const headers = renewing(person);
  expect((await portal.call(me, { headers })).status).toBe(401);
  expect((await portal.call(readProvider, { query: { cp_id: person.providerId }, headers })).status).toBe(401);
  for (const endpoint of [signOut, signOutEverywhere])
    expect((await portal.call(endpoint, { body: {}, headers })).status).toBe(401);
  expect((await portal.call(tellActivity, { body: { idleMs: 0 }, headers })).status).toBe(401);
  expect((await person.call(renewSession, { body: {}, headers: { 'x-portal': '1' } })).status).toBe(401);
  expect((await person.call(me)).status).toBe(200);
});

test('SEC-20 another site cannot renew: foreign origin, form, text, a missing header or content type are refused', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const good = { ...renewing(person), 'content-type': 'application/json' };
  const ask = async (change: Record<string, string | undefined>, payload = '{}') => {
    const headers = Object.fromEntries(
      Object.entries({ ...good, ...change }).filter((pair) => pair[1] !== undefined),
    ) as Record<string, string>;
    const response = await portal.app.http.inject({ method: 'POST', url: '/api/auth/session', headers, payload });
    return [response.statusCode, (response.json() as { code?: string }).code];
  };
  const refused = [403, 'foreign_origin'];
  expect(await ask({ origin: 'https://evil.test' })).toEqual(refused);
  expect(await ask({ origin: 'http://localhost:4000' })).toEqual(refused);
  expect(await ask({ origin: 'null' })).toEqual(refused);
  expect(await ask({ origin: undefined, 'sec-fetch-site': 'cross-site' })).toEqual(refused);
  expect(await ask({ 'sec-fetch-site': 'same-site' })).toEqual(refused);
  expect(await ask({ 'x-portal': undefined })).toEqual(refused);
  expect(await ask({ 'content-type': 'text/plain' })).toEqual(refused);
  expect(await ask({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1')).toEqual(refused);
  expect(await ask({ 'content-type': undefined })).toEqual(refused);
  expect(
    await ask({
      origin: undefined,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
    }),
  ).toEqual([200, undefined]);
  expect(await ask({ cookie: 'portal_session=somebody; other=1' })).toEqual([401, 'unauthenticated']);
  expect(await ask({ cookie: undefined })).toEqual([401, 'unauthenticated']);
});

test('SEC-03 several tabs renew at once and all go on', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const tabs = await Promise.all(Array.from({ length: 6 }, () => renewed(portal, person)));
  const answers = await Promise.all(
    tabs.map((tab) => portal.call(me, { headers: { authorization: `Bearer ${tab.reply.accessToken}` } })),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
});

test('SEC-04 SES-10 polling and renewal without input do not keep a session: at 14:59 it lives, at 15:00 it has ended', async () => {
  const portal = await openPortal();
  const from = portal.app.clock.now().getTime();
  const after = (idleMs: number) => clockStandsAt(portal, new Date(from + idleMs).toISOString());
  after(0);
  const person = await aSignedInPerson(portal, 'Site User');
  const other = await aSignedInPerson(portal, 'Site User');
  for (let idle = minute; idle < 15 * minute; idle += minute) {
    after(idle);
    expect(await poll(portal, person, idle)).toBe(200);
  }
  after(15 * minute - 1_000);
  const { token } = holding(portal, 'localhost', await renewed(portal, person));
  const ask = async (idleMs: number) =>
    (await portal.call(me, { headers: { authorization: `Bearer ${token}`, 'x-idle-ms': String(idleMs) } })).status;
  expect(await ask(15 * minute - 1_000)).toBe(200);
  expect((await renewed(portal, other)).status).toBe(200);
  after(15 * minute);
  expect(await ask(15 * minute)).toBe(401);
  expect((await renewed(portal, other)).status).toBe(401);
});

test('SEC-04 input that is written between the reading of a session and the look at it keeps the session', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const { activity, database } = portal.app;
  forward(portal, 14 * minute + 50_000);
  const fresh = await renewed(portal, person);
  const ask = async (idleMs: number) =>
    (
      await portal.call(me, {
        headers: { authorization: `Bearer ${fresh.reply.accessToken}`, 'x-idle-ms': String(idleMs) },
      })
    ).status;
  const { query } = database;
  try {
    await activity.flush();
    expect(await ask(0)).toBe(200);
    forward(portal, 20_000);
    let read = 0;
    database.query = async (text, values) => {
      const rows = await query<never>(text, values);
      if (text.includes('viewer_at') && read++ === 0) await activity.flush();
      return rows;
    };
    expect(await ask(20_000)).toBe(200);
    expect(read).toBeGreaterThan(0);
  } finally {
    database.query = query;
  }
});

test('SEC-04 who asks for what was typed to be written waits for what is being written, too', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const { activity } = portal.app;
  await activity.flush();
  forward(portal, minute);
  const at = portal.app.clock.now();
  const stored = async () =>
    (
      await portal.rows<{ at: Date }>('select last_input_at as at from session where provider_id = $1', [
        person.providerId,
      ])
    )[0]?.at;
  const sessionId =
    (
      await portal.rows<{ id: number }>('select session_id as id from session where provider_id = $1', [
        person.providerId,
      ])
    )[0]?.id ?? 0;
  activity.touch(sessionId, at);
  void activity.flush();
  await activity.flush();
  expect(await stored()).toEqual(at);
});

test('SEC-04 typing without requests counts once it is told; nobody can tell of input in the future', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  forward(portal, 10 * minute);
  const fresh = await renewed(portal, person);
  const headers = { authorization: `Bearer ${fresh.reply.accessToken}` };
  const told = await portal.call(tellActivity, { body: { idleMs: 2 * minute }, headers });
  const now = portal.app.clock.now().getTime();
  expect(Math.abs(told.reply.idleEndsAt.getTime() - (now + 13 * minute))).toBeLessThan(5_000);
  expect(Math.abs(told.reply.endsAt.getTime() - (now + 11 * 3_600_000 + 50 * minute))).toBeLessThan(5_000);
  expect(
    (
      await portal.call(tellActivity, {
        body: { idleMs: -1 },
        headers: { ...headers, 'x-idle-ms': String(2 * minute) },
      })
    ).status,
  ).toBe(400);
  forward(portal, 12 * minute);
  expect(await poll(portal, person, 14 * minute)).toBe(200);
  forward(portal, 2 * minute);
  expect(await poll(portal, person, 16 * minute)).toBe(401);
});

test('SEC-04 a session ends 12 hours after sign-in, whatever is typed, and its last token with it', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  for (let polls = 1; polls <= 60; polls += 1) {
    expect(await poll(portal, person, 0)).toBe(200);
    forward(portal, (polls === 60 ? 11 : 12) * minute);
  }
  const last = await renewed(portal, person);
  expect(last.reply.expiresAt.getTime() - portal.app.clock.now().getTime()).toBeLessThanOrEqual(minute);
  forward(portal, minute);
  expect((await portal.call(me, { headers: { authorization: `Bearer ${last.reply.accessToken}` } })).status).toBe(401);
  expect((await renewed(portal, person)).status).toBe(401);
});

test('REL-10 SEC-04 a session that ran out is not revived by a clock set back, whichever call found it so', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const other = await signInAs(portal, person);
  const unused = await signInAs(portal, person);
  const ended: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => ended.push(sessionId));
  forward(portal, 15 * minute + 20_000);
  expect((await person.call(me)).status).toBe(401);
  expect((await renewed(portal, other)).status).toBe(401);
  expect(ended).toHaveLength(2);
  await sweep(portal.app);
  expect(ended).toHaveLength(3);
  portal.app.clock.set(null);
  for (const one of [person, other, unused]) {
    expect((await one.call(me)).status).toBe(401);
    expect((await renewed(portal, one)).status).toBe(401);
  }
});

test('SEC-05 IDP-10 SES-09 SER-21 sign-out ends this session on the next call and clears the cookie; the others go on', async () => {
  const portal = await openPortal();
  const one = await aSignedInPerson(portal, 'Site User');
  const two = await signInAs(portal, one);
  const ended: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => ended.push(sessionId));
  const answer = await one.call(signOut, { body: {} });
  expect(String(answer.headers['set-cookie'])).toBe(
    'portal_session=; Max-Age=0; Path=/api/auth/session; HttpOnly; SameSite=Strict',
  );
  expect(ended).toHaveLength(1);
  expect(await one.call(me)).toMatchObject({ status: 401, message: 'Request Denied' });
  expect((await renewed(portal, one)).status).toBe(401);
  expect((await two.call(me)).status).toBe(200);
});

test('SEC-05 IDP-10 signing out everywhere ends all sessions of the person and nobody else’s', async () => {
  const portal = await openPortal();
  const one = await aSignedInPerson(portal, 'Site User');
  const mine = [one, await signInAs(portal, one), await signInAs(portal, one)];
  const colleague = await aSignedInPerson(portal, 'Site User', { companyId: one.companyId });
  expect((await one.call(signOutEverywhere, { body: {} })).status).toBe(200);
  for (const session of mine) {
    expect((await session.call(me)).status).toBe(401);
    expect((await renewed(portal, session)).status).toBe(401);
  }
  expect((await colleague.call(me)).status).toBe(200);
});

test('SEC-05 deactivation and a revoked session act on the next call, with token and with cookie', async () => {
  const portal = await openPortal();
  const leaving = await aSignedInPerson(portal, 'Site User');
  await portal.rows('update provider set is_active = false where provider_id = $1', [leaving.providerId]);
  const revoked = await aSignedInPerson(portal, 'Site User');
  const ended = await portal.app.database.asSystem((tx) =>
    endSessionsOf(momentOf(tx, portal.app.clock), revoked.providerId, 'access revoked'),
  );
  expect(ended).toHaveLength(1);
  for (const person of [leaving, revoked]) {
    expect((await person.call(me)).status).toBe(401);
    expect((await renewed(portal, person)).status).toBe(401);
  }
});

test('SEC-18 a session belongs to its host: token and cookie are nothing on another, forged headers or not', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User', { host: 'na.trialcard.test' });
  expect((await person.call(me)).status).toBe(200);
  for (const host of ['eu.trialcard.test', 'localhost']) {
    const forged = { 'x-forwarded-host': 'na.trialcard.test' };
    expect((await person.call(me, { headers: { host, ...forged } })).status).toBe(401);
    expect(
      (await portal.call(renewSession, { body: {}, headers: { ...renewing(person, host), ...forged } })).status,
    ).toBe(401);
  }
  expect((await renewed(portal, person, 'na.trialcard.test')).status).toBe(200);
});

test('SEC-04 SEC-29 what one browser says of its last input cannot end the sessions of others', async () => {
  const portal = await openPortal();
  const [liar, other] = [await aSignedInPerson(portal, 'Site User'), await aSignedInPerson(portal, 'Site User')];
  for (const said of ['8.7e15', '1e15', '99999999999999999999', 'Infinity', 'NaN', '-5', 'x']) {
    expect((await liar.call(me, { headers: { 'x-idle-ms': said } })).status).toBeLessThan(500);
  }
  await liar.call(tellActivity, { body: { idleMs: 1e300 } });
  forward(portal, 4 * minute);
  expect(await poll(portal, other, 0)).toBe(200);
  await portal.app.activity.flush();
  const [stored] = await portal.rows<{ at: Date }>('select last_input_at as at from session where provider_id = $1', [
    other.providerId,
  ]);
  expect(portal.app.clock.now().getTime() - (stored?.at.getTime() ?? 0)).toBeLessThan(minute);
  expect(portal.logged.filter((line) => line.includes('"event":"batch"'))).toEqual([]);
});

test('REL-10 SEC-04 a clock set back does not lengthen a session that is left alone', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  for (let i = 0; i < 6; i++) {
    forward(portal, 10 * minute);
    expect(await poll(portal, person, 0)).toBe(200);
  }
  forward(portal, -60 * minute);
  await sweep(portal.app);
  forward(portal, 14 * minute);
  expect(await poll(portal, person, 14 * minute)).toBe(200);
  forward(portal, 2 * minute);
  expect(await poll(portal, person, 16 * minute)).toBe(401);
});
