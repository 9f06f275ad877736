import * as participants from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

async function atWork() {
  const portal = await openPortal();
  const { siteId, siteUser, companyId } = await portal.aTrialAtWork();
  const user = await portal.signedIn(siteUser);
  const colleague = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const ada = {
    g_id: siteId,
    fname: 'Ada',
    lname: 'Lovelace',
    dob: '1980-03-05',
    gender: 1,
    subject_number: '101-001',
  };
  const headersOf = (key: string, insteadOf: string[]) => ({
    'idempotency-key': key,
    ...(insteadOf.length > 0 && { 'idempotency-instead-of': insteadOf.join(', ') }),
  });
  const add = (fname: string, key: string, ...insteadOf: string[]) =>
    user.call(participants.addParticipant, { body: { ...ada, fname }, headers: headersOf(key, insteadOf) });
  const listed = async () =>
    (await user.call(participants.listParticipants, { query: { g_id: siteId } })).reply.participants;
  return {
    portal,
    user,
    colleague,
    ada,
    headersOf,
    add,
    names: async () => (await listed()).map(({ fname }) => fname),
    listed,
  };
}

test('REL-06 what is entered differently after an answer that was lost is not done as well, and is told that the first try was done', async () => {
  const s = await atWork();
  expect((await s.add('Ada', 'the-first-try')).status).toBe(200);
  const second = await s.add('Eva', 'the-second-try', 'the-first-try');
  expect([second.status, second.code, second.message]).toEqual([
    409,
    'first_try_done',
    'Your first try went through after all, with what you had entered then. Please check it first: if you press again, this is done as well.',
  ]);
  // One that has not arrived yet is not among them: whoever tries again still takes its place.
  const third = await s.add('Eve', 'the-third-try', 'the-first-try', 'never-arrived');
  expect(third.body).toMatchObject({ detail: { done: ['the-first-try'] } });
  expect(await s.names()).toEqual(['Ada']);
  // Whoever goes back to what they had entered first has its answer.
  expect((await s.add('Ada', 'the-first-try')).status).toBe(200);
  expect(await s.names()).toEqual(['Ada']);
});

test('REL-06 a try that another one took the place of is never done, however late it comes', async () => {
  const s = await atWork();
  expect((await s.add('Eva', 'the-second-try', 'the-first-try')).status).toBe(200);
  const late = await s.add('Ada', 'the-first-try');
  expect([late.status, late.code]).toEqual([422, 'given_up']);
  expect(await s.names()).toEqual(['Eva']);
  // What was refused has taken no place.
  expect((await s.add('', 'the-third-try', 'the-fourth-try')).status).toBe(400);
  s.ada.subject_number = '101-002';
  expect((await s.add('Ada', 'the-fourth-try')).status).toBe(200);
});

test('REL-06 of two tries at once, one of which takes the place of the other, one is done', async () => {
  const s = await atWork();
  for (let n = 1; n <= 5; n += 1) {
    s.ada.subject_number = `101-00${n}`;
    const answers = await Promise.all([s.add('Ada', `first-of-${n}`), s.add('Eva', `second-of-${n}`, `first-of-${n}`)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([200, answers[0]?.status === 200 ? 409 : 422]),
    );
    expect(await s.names()).toHaveLength(n);
  }
});

test('REL-06 REL-17 of two tries at once that take the place of each other one is done, and the other is told', async () => {
  const s = await atWork();
  await s.add('Ada', 'a-participant');
  for (let n = 1; n <= 8; n += 1) {
    const [one] = await s.listed();
    if (!one) throw new Error('nobody was added');
    const { participantId: participant_id, version } = one;
    const change = (name: string, key: string, insteadOf: string) =>
      s.user.call(participants.changeParticipant, {
        body: { ...s.ada, participant_id, fname: `${name}${n}`, addressChanged: 0 as const, version },
        headers: s.headersOf(`${key}-${n}`, [`${insteadOf}-${n}`]),
      });
    const answers = await Promise.all([change('Eva', 'one-key', 'other-key'), change('Eve', 'other-key', 'one-key')]);
    expect(answers.map(({ status, code }) => [status, code])).toEqual(
      expect.arrayContaining([
        [200, undefined],
        [422, 'given_up'],
      ]),
    );
  }
});

test('REL-07 a version that one’s own first try has passed is said to be one’s own doing', async () => {
  const s = await atWork();
  await s.add('Ada', 'a-participant');
  const [one] = await s.listed();
  if (!one) throw new Error('nobody was added');
  const change = (fname: string, key: string, ...insteadOf: string[]) =>
    s.user.call(participants.changeParticipant, {
      body: { ...s.ada, fname, participant_id: one.participantId, addressChanged: 0 as const, version: one.version },
      headers: s.headersOf(key, insteadOf),
    });
  expect((await change('Eva', 'the-first-change')).status).toBe(200);
  const own = await change('Eve', 'the-second-change', 'the-first-change');
  expect([own.status, own.code, own.message]).toEqual([
    409,
    'stale',
    'Your first try has changed this after all. Please look at it again.',
  ]);
  expect(own.body).toMatchObject({ detail: { isOwn: true } });
  const others = await change('Eve', 'the-third-change', 'never-sent-at-all');
  expect(others.message).toBe('Someone else has changed this in the meantime. Please look at it again.');
});

test('REL-07 what somebody else has changed after one’s own first try is theirs, and so said', async () => {
  const s = await atWork();
  await s.add('Ada', 'a-participant');
  const [one] = await s.listed();
  if (!one) throw new Error('nobody was added');
  const change = (by: typeof s.user, fname: string, key: string, version: number, ...insteadOf: string[]) =>
    by.call(participants.changeParticipant, {
      body: { ...s.ada, fname, participant_id: one.participantId, addressChanged: 0 as const, version },
      headers: s.headersOf(key, insteadOf),
    });
  const mine = await change(s.user, 'Eva', 'the-first-change', one.version);
  const theirs = await change(s.colleague, 'Evi', 'of-the-colleague', mine.reply.version);
  expect(theirs.status).toBe(200);
  const stale = await change(s.user, 'Eve', 'the-second-change', one.version, 'the-first-change');
  expect([stale.status, stale.code, stale.message]).toEqual([
    409,
    'stale',
    'Someone else has changed this in the meantime. Please look at it again.',
  ]);
  expect(stale.body).toMatchObject({
    detail: { current: { fname: 'Evi', version: theirs.reply.version }, done: ['the-first-change'] },
  });
  expect(stale.body).not.toHaveProperty('detail.isOwn');
});

test('REL-07 where the answer of the first try says no version, no more is said than that it was done', async () => {
  const s = await atWork();
  await s.add('Ada', 'a-participant');
  const [one] = await s.listed();
  if (!one) throw new Error('nobody was added');
  const set = (isActive: 0 | 1, key: string, ...insteadOf: string[]) =>
    s.user.call(participants.setParticipantStatus, {
      body: { participant_id: one.participantId, isActive, version: one.version },
      headers: s.headersOf(key, insteadOf),
    });
  expect((await set(0, 'the-first-step')).status).toBe(200);
  const stale = await set(1, 'the-second-step', 'the-first-step');
  expect([stale.status, stale.code, stale.message]).toEqual([
    409,
    'stale',
    'Your first try was done, and somebody may have changed this since. Please look at it again.',
  ]);
  expect(stale.body).toMatchObject({ detail: { done: ['the-first-step'] } });
  expect(stale.body).not.toHaveProperty('detail.isOwn');
});

test('REL-06 keys that are none are refused by the name of their header', async () => {
  const s = await atWork();
  const refused = await s.add('Ada', 'the-first-try', 'no key');
  expect([refused.status, refused.fields]).toEqual([400, { 'Idempotency-Instead-Of': 'must be up to 20 keys' }]);
  const many = Array.from({ length: 21 }, (_, n) => `key-number-${n}`);
  expect((await s.add('Ada', 'the-first-try', ...many)).status).toBe(400);
  expect(await s.names()).toEqual([]);
});
