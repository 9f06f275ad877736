import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { makeLog } from '#platform/core/log.ts';
import { aSiteUser, givenParticipant, raw } from './house.ts';
import { onItsOwn, openPortal } from './portal.ts';
import { goodPassword } from './people.ts';

test('PRV-05 nothing that a person typed reaches the log, whether the call went well or not', async () => {
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  let count = 0;
  const marked: string[] = [];
  const mark = (start = '') => {
    const text = `${start}Zq${(count += 1)}mark`;
    marked.push(text);
    return text;
  };
  const person = () =>
    givenParticipant(siteId, {
      fname: mark(),
      lname: mark(),
      subject_number: `77${count % 10}-8${String(count).padStart(2, '0')}`,
      email: `${mark('mail').toLowerCase()}@clinic.example`,
      phone: '+16175559191',
      address: {
        street: mark('Street '),
        street2: mark(),
        city: mark(),
        state: 'Massachusetts',
        zip: '02110',
        country: 'USA',
      },
    });
  const added = await caller.call(participants.addParticipant, {
    body: person(),
    headers: { 'idempotency-key': mark('key-').padEnd(12, '0') },
  });
  expect(added.status, added.message).toBe(200);
  // The same number again is refused by the database's own constraint.
  const twice = await portal.rows<{ subject_number: string }>('select subject_number from participant');
  expect(
    (
      await caller.call(participants.addParticipant, {
        body: { ...person(), subject_number: twice[0]?.subject_number },
      })
    ).status,
  ).toBe(400);
  expect(
    (await caller.call(participants.addParticipant, { body: { ...person(), dob: mark(), [mark('field')]: mark() } }))
      .status,
  ).toBe(400);
  expect((await caller.call(participants.listParticipants, { query: { g_id: mark() } })).status).toBe(400);
  expect(
    (
      await portal.call(signIn, {
        body: { email: `${mark('person').toLowerCase()}@clinic.example`, password: mark(goodPassword) },
      })
    ).status,
  ).toBe(400);
  expect((await portal.call(signIn, { body: { email: mark(), password: mark() } })).status).toBe(400);
  expect((await raw(portal, { url: '/api/auth/sign-in', payload: `{"email":"${mark()}` })).statusCode).toBe(400);
  expect(
    (
      await portal.call(writeLog, {
        body: {
          level: 'error',
          event: 'sign-in-failed',
          message: mark(),
          timestamp: new Date().toISOString(),
          sourceIdentifier: mark(),
          logStream: mark(),
        },
      })
    ).status,
  ).toBe(200);
  await portal.app.http.inject({
    url: `/api/${mark()}?x=${mark()}`,
    headers: { host: 'localhost', cookie: mark(), authorization: `Bearer ${mark()}${'x'.repeat(30)}` },
  });
  await portal.app.http.inject({ url: `/${mark()}`, headers: { host: `${mark().toLowerCase()}.example` } });
  const log = portal.logged.join('').toLowerCase();
  expect(log).toContain('"event":"call"');
  expect(marked.filter((text) => log.includes(text.toLowerCase()))).toEqual([]);
  for (const secret of ['6175559191', '1980-03-05', caller.token, goodPassword])
    expect(log).not.toContain(secret.toLowerCase());
});

test('PRV-01 what was read just before a stop is in the access log after it', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId } = await aSiteUser(portal);
  const id = await portal.aParticipant(companyId, trialId, siteId);
  const callers = [];
  for (let n = 0; n < 10; n++)
    callers.push(await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId])));
  const second = await openApp(portal.app.env, portal.connection, { log: makeLog('silent') });
  const answers = await Promise.all(
    callers.map(({ token }) =>
      second.http.inject({
        url: `/api/care-groups/trial-participant?g_id=${siteId}`,
        headers: { host: 'localhost', authorization: `Bearer ${token}` },
      }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await second.close();
  expect(await portal.rows('select count(*)::int as n, min(record_ids[1]) as id from access_entry')).toEqual([
    { n: 10, id },
  ]);
});

test('REL-06 twenty equal posts with one key make one record and get one answer; another body is 422; after 24 hours the key is free', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const headers = { 'idempotency-key': 'one-intention-0001' };
  const add = (more: Record<string, unknown> = {}, key = headers) =>
    caller.call(participants.addParticipant, { body: givenParticipant(siteId, more), headers: key });
  const answers = await Promise.all(Array.from({ length: 20 }, () => add()));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await portal.rows('select count(*)::int as n from participant')).toEqual([{ n: 1 }]);
  expect(await portal.rows(`select count(*)::int as n from audit_entry where action = 'participant.added'`)).toEqual([
    { n: 1 },
  ]);

  const other = await add({ lname: 'Byron' });
  expect([other.status, other.code]).toEqual([422, 'key_reused']);
  // The order of the keys of a body is not a difference.
  const reordered = Object.fromEntries(Object.entries(givenParticipant(siteId)).reverse());
  expect((await caller.call(participants.addParticipant, { body: reordered, headers })).body).toEqual(answers[0]?.body);
  // The same key of another person is another key.
  const colleague = await portal.signedIn(await portal.aPerson('Admin', { company_id: caller.companyId }));
  expect(
    (
      await colleague.call(participants.addParticipant, {
        body: givenParticipant(siteId, { subject_number: '123-457' }),
        headers,
      })
    ).status,
  ).toBe(200);

  portal.app.clock.set(new Date(Date.now() + 23.9 * 3_600_000));
  const later = await portal.signedIn(caller.providerId);
  expect(
    (
      await later.call(participants.addParticipant, {
        body: givenParticipant(siteId, { subject_number: '123-458' }),
        headers,
      })
    ).status,
  ).toBe(422);
  portal.app.clock.set(new Date(Date.now() + 24.1 * 3_600_000));
  const nextDay = await portal.signedIn(caller.providerId);
  expect(
    (
      await nextDay.call(participants.addParticipant, {
        body: givenParticipant(siteId, { subject_number: '123-458' }),
        headers,
      })
    ).status,
  ).toBe(200);
  expect(await portal.rows('select count(*)::int as n from participant')).toEqual([{ n: 3 }]);
});

test('REL-06 a try that was refused leaves its key free, and a key that is none is named', async () => {
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const headers = { 'idempotency-key': 'second-intention' };
  expect(
    (await caller.call(participants.addParticipant, { body: givenParticipant(siteId + 1_000), headers })).status,
  ).toBe(404);
  expect((await caller.call(participants.addParticipant, { body: givenParticipant(siteId), headers })).status).toBe(
    200,
  );
  const short = await caller.call(participants.addParticipant, {
    body: givenParticipant(siteId, { subject_number: '999-999' }),
    headers: { 'idempotency-key': 'x y' },
  });
  expect([short.status, Object.keys(short.fields)]).toEqual([400, ['Idempotency-Key']]);
});

test('REL-06 REL-07 a change that is sent again by its key gets its first answer, also when somebody has changed more since; by no key it is stale', async () => {
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const { participantId } = (await caller.call(participants.addParticipant, { body: givenParticipant(siteId) })).reply;
  const change = (fname: string, version: number, key?: string) =>
    caller.call(participants.changeParticipant, {
      body: {
        ...givenParticipant(siteId, { fname }),
        participant_id: participantId,
        addressChanged: 0,
        version,
      },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const first = await change('Grace', 1, 'change-to-grace');
  expect([first.status, first.reply.version]).toEqual([200, 2]);
  expect((await change('Edith', 2)).status).toBe(200);
  expect((await change('Grace', 1, 'change-to-grace')).body).toEqual(first.body);
  const [unkeyed, another] = [await change('Grace', 1), await change('Grace', 1, 'another-intention')];
  expect([unkeyed.status, another.status]).toEqual([409, 409]);
  expect(
    await portal.rows('select first_name as name, version from participant where participant_id = $1', [participantId]),
  ).toEqual([{ name: 'Edith', version: 3 }]);
});
