import { companyModules, writeLog } from '@portal/contract/companies/endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { withoutSecrets } from './write-log.ts';

test('API-13 DAT-02 SEC-23 a person reads the modules of their own company and of no other', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard', 'MD_Direct_Invite']);
  const other = await portal.aCompany(['DiscountCard']);
  const person = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }));
  expect((await person.call(companyModules, { query: { company_id: companyId } })).body).toEqual({
    modules: ['TrialCard', 'MD_Direct_Invite'].map((name) => ({
      modId: expect.any(Number),
      name,
      description: expect.stringMatching(/\w/),
      basicAuthAllowed: 0,
    })),
  });
  for (const foreign of [other, 999_999]) {
    expect(await person.call(companyModules, { query: { company_id: foreign } })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  }
  expect((await portal.call(companyModules, { query: { company_id: companyId } })).status).toBe(401);
  expect((await person.call(companyModules)).fields).toHaveProperty('company_id');
});

const entry = {
  level: 'info',
  event: 'sign-in',
  message: 'signed in',
  timestamp: '2026-03-02T09:00:00.000Z',
  sourceIdentifier: 'portal-web',
  logStream: 'identity',
};

test('API-38 APA-08 LOG-01 LOG-07 OPN-78 an entry is stored with its source and stream, with or without a session', async () => {
  const portal = await openPortal();
  const cpId = await portal.aPerson('Site User', { company_id: await portal.aCompany() });
  const person = await portal.signedIn(cpId);
  expect((await portal.call(writeLog, { body: { ...entry, cpId } })).status).toBe(200);
  expect((await person.call(writeLog, { body: { ...entry, event: 'sign-out', cpId } })).status).toBe(200);
  expect((await person.call(writeLog, { body: { ...entry, event: 'idle-sign-out', cpId: cpId + 1 } })).status).toBe(
    200,
  );
  const rows = await portal.rows(
    'select event, level, message, claimed_at, provider_id, source_identifier, log_stream, host from log_entry order by entry_id',
  );
  const stored = {
    level: 'info',
    message: 'signed in',
    claimed_at: new Date(entry.timestamp),
    source_identifier: 'portal-web',
    log_stream: 'identity',
    host: 'localhost',
  };
  // Whoever the browser says it is counts only with that person's session.
  expect(rows).toEqual([
    { ...stored, event: 'sign-in', provider_id: null },
    { ...stored, event: 'sign-out', provider_id: cpId },
    { ...stored, event: 'idle-sign-out', provider_id: null },
  ]);
});

test('API-38 APA-08 names of a source and a stream are stored however long they are, up to 100 characters; longer ones are refused with a sentence', async () => {
  onItsOwn();
  const portal = await openPortal();
  const names = {
    sourceIdentifier: 'portal-web-of-the-european-trials',
    logStream: 'production/2026/11/28/browser-sign-in-events',
  };
  expect((await portal.call(writeLog, { body: { ...entry, ...names } })).status).toBe(200);
  expect(await portal.rows('select source_identifier, log_stream from log_entry')).toEqual([
    { source_identifier: names.sourceIdentifier, log_stream: names.logStream },
  ]);
  const logStream = `stream-${'a-'.repeat(46)}bc`;
  const { status, fields } = await portal.call(writeLog, { body: { ...entry, logStream } });
  expect([status, fields]).toEqual([400, { logStream: 'is too long (maximum is 100 characters)' }]);
});

test('LOG-02 LOG-03 LOG-04 LOG-05 LOG-07 SEC-01 the events of the list are taken and no others', async () => {
  onItsOwn();
  const portal = await openPortal();
  const events = [
    'sign-in',
    'sign-in-failed',
    'mfa-setup',
    'mfa',
    'mfa-failed',
    'lockout',
    'registration',
    'sign-out',
    'idle-sign-out',
  ];
  for (const event of events) expect((await portal.call(writeLog, { body: { ...entry, event } })).status).toBe(200);
  expect((await portal.call(writeLog, { body: { ...entry, event: 'anything' } })).status).toBe(400);
  const { logStream, sourceIdentifier: _, ...less } = entry;
  expect((await portal.call(writeLog, { body: less })).fields).toEqual({
    logStream: 'is required',
    sourceIdentifier: 'is required',
  });
  expect((await portal.call(writeLog, { body: { ...less, logStream, sourceIdentifier: ' ' } })).fields).toEqual({
    sourceIdentifier: 'is required',
  });
  expect(
    (await portal.rows<{ event: string }>('select event from log_entry order by entry_id')).map((row) => row.event),
  ).toEqual(events);
});

test('OPN-78 SEC-36 entries are limited in size and per address', async () => {
  const portal = await openPortal({ LOG_ENTRIES_PER_ADDRESS: '4' });
  expect((await portal.call(writeLog, { body: { ...entry, message: 'x'.repeat(501) } })).fields).toEqual({
    message: 'is too long (maximum is 500 characters)',
  });
  expect((await portal.call(writeLog, { body: { ...entry, message: `${' '.repeat(5_000)}x` } })).status).toBe(413);
  for (let n = 1; n <= 3; n += 1) expect((await portal.call(writeLog, { body: entry })).status).toBe(200);
  const refused = await portal.call(writeLog, { body: entry, headers: { 'x-forwarded-for': '10.0.0.9' } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 61_000));
  expect((await portal.call(writeLog, { body: entry })).status).toBe(200);
});

const token = 'q3Jv0m1Xl5sT8wZb2yKc7uPd4nRf6aGh9eLi0oMt1xA';
test('OPN-78 PRV-05 SEC-39 tokens, codes, passwords and line breaks do not reach the store', async () => {
  const portal = await openPortal();
  const message = `failed\r\n{"level":"info"}\u2028for ada@x.example\nBearer ${token} password: Harvest-Moon-2026! code 012345`;
  expect(
    (await portal.call(writeLog, { body: { ...entry, message, sourceIdentifier: `tab\n${token}`, logStream: token } }))
      .status,
  ).toBe(200);
  const [row] = await portal.rows<Record<string, string>>(
    'select message, source_identifier, log_stream from log_entry',
  );
  const stored = JSON.stringify(row);
  for (const secret of [token, 'Harvest', '012345', 'ada@']) expect(stored).not.toContain(secret);
  expect(Object.values(row!).join('')).not.toMatch(/[\r\n\u2028]/);
});

test.each([
  ['Unable to make request', 'Unable to make request'],
  ['status 503 after 15000 ms at /api/care-groups', 'status 503 after 15000 ms at /api/care-groups'],
  ['token=abc', 'token [removed]'],
  ['the password is hunter2', 'the password [removed]'],
  ['sent 123456 again', 'sent [removed] again'],
])('OPN-78 of "%s" is kept "%s"', (said, kept) => {
  expect(withoutSecrets(said)).toBe(kept);
});
