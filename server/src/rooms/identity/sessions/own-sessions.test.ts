import { endSession, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { me, renewSession, signIn, signOut } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { forward } from '#test/factors.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, holding, renewing, signInAs } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const from = async (portal: Portal, email: string, userAgent: string, host = 'localhost') => {
  const headers = { host, 'user-agent': userAgent };
  return holding(portal, host, await portal.call(signIn, { body: { email, password: goodPassword }, headers }));
};
const minute = 60_000;

test('a person sees where they are signed in, the newest first: device, host, address and times, and which one this is', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const began = portal.app.clock.now().getTime();
  await from(portal, person.email, firefox, 'eu.trialcard.test');
  forward(portal, 5 * minute);
  const here = await from(portal, person.email, '\u0007curl/8\t<b>');
  forward(portal, 2 * minute);
  await here.call(me);
  const { reply } = await here.call(listSessions);
  expect(reply.sessions).toEqual([
    {
      sessionId: expect.any(Number) as number,
      device: 'Unknown device',
      host: 'localhost',
      address: '127.0.0.1',
      createdAt: expect.any(Date) as Date,
      lastInputAt: expect.any(Date) as Date,
      isCurrent: true,
    },
    expect.objectContaining({ device: 'Firefox on Windows', host: 'eu.trialcard.test', isCurrent: false }) as object,
  ]);
  const [now, other] = reply.sessions;
  expect(Math.abs((now?.createdAt.getTime() ?? 0) - began - 5 * minute)).toBeLessThan(10_000);
  expect(Math.abs((now?.lastInputAt.getTime() ?? 0) - began - 7 * minute)).toBeLessThan(10_000);
  expect(Math.abs((other?.lastInputAt.getTime() ?? 0) - began)).toBeLessThan(10_000);
  const [stored] = await portal.rows<{ user_agent: string }>('select user_agent from session order by session_id desc');
  expect(stored?.user_agent).toBe('curl/8 <b>');
});

test('SEC-23 the list holds nobody else’s sessions, none that has ended and none that has run out', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const ended = await signInAs(portal, person);
  await ended.call(signOut, { body: {} });
  await aSignedInPerson(portal, 'Site User', { companyId: person.companyId });
  await signInAs(portal, person);
  forward(portal, 14 * minute);
  const fresh = await signInAs(portal, person);
  forward(portal, 2 * minute);
  expect((await fresh.call(listSessions)).reply.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test('SEC-05 P11-09 a person ends another of their sessions: its next call is refused, the rest goes on, and it is on record', async () => {
  const portal = await openPortal();
  const here = await aSignedInPerson(portal, 'Site User');
  const [there, third] = [await signInAs(portal, here), await signInAs(portal, here)];
  const told: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => told.push(sessionId));
  const { sessions } = (await here.call(listSessions)).reply;
  const sessionId = sessions[1]?.sessionId;
  expect((await here.call(endSession, { body: { sessionId } })).status).toBe(200);
  expect(told).toEqual([sessionId]);
  expect((await there.call(me)).status).toBe(401);
  expect((await portal.call(renewSession, { body: {}, headers: renewing(there) })).status).toBe(401);
  expect([(await here.call(me)).status, (await third.call(me)).status]).toEqual([200, 200]);
  expect(
    await portal.rows(
      `select actor_id, record_kind, record_id, changes from audit_entry where action = 'account.session_ended'`,
    ),
  ).toEqual([
    {
      actor_id: here.providerId,
      record_kind: 'account',
      record_id: String(here.providerId),
      changes: [{ field: 'session', old: sessionId, new: null }],
    },
  ]);
});

test('the session at hand is not ended by its number but by signing out', async () => {
  const portal = await openPortal();
  const here = await aSignedInPerson(portal, 'Site User');
  const own = (await here.call(listSessions)).reply.sessions[0]?.sessionId;
  expect(await here.call(endSession, { body: { sessionId: own } })).toMatchObject({
    status: 400,
    fields: { sessionId: 'This is the session that you are using. Sign out to end it.' },
  });
  expect((await here.call(me)).status).toBe(200);
});

test('SEC-22 SEC-23 somebody else’s session, an ended one and one that never was are answered alike, and nothing ends', async () => {
  onItsOwn();
  const portal = await openPortal();
  const here = await aSignedInPerson(portal, 'Site User');
  const colleague = await aSignedInPerson(portal, 'Site User', { companyId: here.companyId });
  const foreigner = await aSignedInPerson(portal, 'Admin');
  const gone = await signInAs(portal, here);
  const ids: (number | undefined)[] = [999_999];
  for (const one of [colleague, foreigner, gone])
    ids.push((await one.call(listSessions)).reply.sessions.find(({ isCurrent }) => isCurrent)?.sessionId);
  await gone.call(signOut, { body: {} });
  const answers = [];
  for (const sessionId of ids) {
    const { status, body } = await here.call(endSession, { body: { sessionId } });
    answers.push([status, body]);
  }
  expect(answers).toEqual(Array(4).fill([404, { code: 'not_found', message: 'Not found.' }]));
  for (const one of [here, colleague, foreigner]) expect((await one.call(me)).status).toBe(200);
  expect(await portal.rows(`select 1 from audit_entry where action = 'account.session_ended'`)).toEqual([]);
  for (const sessionId of ['x', -1, 0, 1.5, null, [1]])
    expect(Object.keys((await here.call(endSession, { body: { sessionId } })).fields)).toEqual(['sessionId']);
});

test('SEC-05 of ten who end one session at once one does', async () => {
  onItsOwn();
  const portal = await openPortal();
  const here = await aSignedInPerson(portal, 'Site User');
  await signInAs(portal, here);
  const sessionId = (await here.call(listSessions)).reply.sessions[0]?.sessionId;
  const answers = await Promise.all(Array.from({ length: 10 }, () => here.call(endSession, { body: { sessionId } })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'not_found')).toHaveLength(9);
  expect(await portal.rows(`select 1 from audit_entry where action = 'account.session_ended'`)).toHaveLength(1);
});
