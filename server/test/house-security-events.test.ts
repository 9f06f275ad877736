/** The log of security events (SEC-39), beside what coming in and going leaves there (rooms/identity/security-events.test.ts). */
import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as records from '@portal/contract/audit/endpoints.ts';
import { exportSecurityEvents, readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { securityEvents, securityEventWords } from '@portal/contract/audit/security-words.ts';
import { trainingReport } from '@portal/contract/reports/endpoints.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { emailHasher, openSecurityLog } from '#platform/security/security-log.ts';
import { forward } from './factors.ts';
import { aSiteUser } from './house.ts';
import { anInvitation, anInviter, brandNamed, register, registration, sendInvitation } from './invitations.ts';
import { aPersonWithAccount, goodPassword } from './people.ts';
import { type Portal, onItsOwn, openPortal } from './portal.ts';
import { inShort, watchEvents } from './security-events.ts';

const tryToSignIn = (portal: Portal, email: string, headers: Record<string, string> = {}) =>
  portal.call(signIn, { body: { email, password: 'wrong' }, headers });
/** Everything, as the operator reads it (docs/operators.md). */
const whole = async (portal: Portal) => {
  await portal.app.accessLog.flush();
  await portal.app.security.flush();
  return portal.app.database.asSystem(
    async (tx) => (await sql<Record<string, unknown>>`select * from security_log order by at, number`.execute(tx)).rows,
  );
};

test('SEC-39 PRV-01 a refused call is one entry, read from the access log: without the right, and for what is out of sight', async () => {
  const portal = await openPortal();
  const { caller } = await aSiteUser(portal);
  expect((await caller.call(records.readAudit)).status).toBe(403);
  expect((await caller.call(participants.listParticipants, { query: { g_id: 99_999 } })).status).toBe(404);
  expect(await whole(portal)).toMatchObject(
    ['GET /records/audit', 'GET /care-groups/trial-participant'].map((call) => ({
      company_id: caller.companyId,
      event: 'access.refused',
      outcome: 'refused',
      factor: null,
      provider_id: caller.providerId,
      email_hash: null,
      host: 'localhost',
      address: '127.0.0.1',
      call,
    })),
  );
  expect(await portal.rows('select 1 from security_event')).toEqual([]);
});

test('SEC-39 SEC-36 a limit that is met is one entry for each account or address in a quarter of an hour, however many come', async () => {
  const portal = await openPortal({ COSTLY_CALLS_PER_PERSON: '1', OPEN_CALLS_PER_ADDRESS: '2' });
  const events = watchEvents(portal);
  const companyId = await portal.aCompany();
  const reviewer = async () => portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const [one, other] = [await reviewer(), await reviewer()];
  for (const who of [one, one, one, one, other, other, other]) await who.call(records.accessReport);
  const call = 'GET /records/access-report';
  expect((await events()).map((entry) => [inShort(entry), entry.company, entry.call])).toEqual([
    [`rate_limit refused - ${one.providerId}`, companyId, call],
    [`rate_limit refused - ${other.providerId}`, companyId, call],
  ]);
  for (let n = 0; n < 6; n += 1) await portal.call(forgotPassword, { body: { email: `somebody${n}@portal.example` } });
  expect((await events()).map(inShort)).toEqual([
    'password.reset_asked done - -',
    'password.reset_asked done - -',
    'rate_limit refused - -',
  ]);
  forward(portal, 16 * 60_000);
  const again = await portal.signedIn(one.providerId);
  for (let n = 0; n < 3; n += 1) await again.call(records.accessReport);
  expect((await events()).map(inShort)).toEqual([`rate_limit refused - ${one.providerId}`]);
});

test('SEC-39 what gives, takes or keeps rights is an entry with the act, by a person or by the operator, and is undone with it', async () => {
  const portal = await openPortal();
  const events = watchEvents(portal);
  const companyId = await portal.aCompany();
  const inviter = { ...(await anInviter(portal, companyId)), address: '198.51.100.7' };
  await sendInvitation(portal, inviter);
  const [sent, ...more] = await events();
  expect([sent && inShort(sent), sent?.address, sent?.host, sent?.company, more]).toEqual([
    `invitation.sent done - ${inviter.providerId}`,
    '198.51.100.7',
    'localhost',
    companyId,
    [],
  ]);
  await expect(sendInvitation(portal, inviter, { adminRights: true })).rejects.toThrow('invitation.another_open');
  expect(await events()).toEqual([]);

  const { email } = await aPersonWithAccount(portal, 'Admin', { companyId });
  await events();
  const run = async (...words: string[]) => {
    const ground = { ...portal.app, sendsMail: false, close: async () => {} };
    const { ok, said } = await operate(words, async () => ground);
    expect([ok, said]).toEqual([true, said]);
    return (await events()).map((entry) => [inShort(entry), entry.company, entry.address]);
  };
  const company = ['--company', String(companyId)];
  const byOperator = (event: string) => [[`${event} done - -`, companyId, 'local']];
  expect(await run('set-modules', ...company, '--modules', 'TrialCard,MFA')).toEqual(
    byOperator('company.modules_changed'),
  );
  expect(await run('require-mfa', ...company, '--required', 'yes')).toEqual(
    byOperator('company.mfa_requirement_changed'),
  );
  expect(await run('set-account', '--email', email, '--state', 'reset')).toEqual(byOperator('account.state_changed'));
  expect(await run('cancel-invitation', ...company, '--email', 'ada@clinic.example')).toEqual(
    byOperator('invitation.cancelled'),
  );
});

test('SEC-39 an export is one entry, in however many portions it comes; looking is none, and one that breaks has failed', async () => {
  onItsOwn();
  const portal = await openPortal();
  const events = watchEvents(portal);
  const work = await portal.aTrialAtWork();
  const admin = await portal.signedIn(work.admin);
  await portal.rows(`update provider set admin_rights = true where provider_id = $1`, [work.admin]);
  const done = (call: string) => [[`export done - ${work.admin}`, call]];
  const noted = async () => (await events()).map((entry) => [inShort(entry), entry.call]);
  await admin.call(trainingReport, { query: { g_id: work.trialId } });
  expect(await noted()).toEqual(done('GET /care-provider/training-acknowledgement/report'));
  await admin.call(records.exportAudit);
  await admin.call(records.exportAudit, { query: { before: 5 } });
  expect(await noted()).toEqual(done('GET /records/audit/export'));
  await admin.call(exportSecurityEvents);
  await admin.call(exportSecurityEvents, { query: { before: '1.1' } });
  expect(await noted()).toEqual(done('GET /records/security-events/export'));
  for (const look of [records.readAudit, readSecurityEvents, records.accessReport])
    expect((await admin.call(look)).status).toBe(200);
  expect(await noted()).toEqual([]);
  await admin.call(records.accessReport, { query: { file: 1 } });
  expect(await noted()).toEqual(done('GET /records/access-report'));
  await portal.rows('alter table audit_entry rename reason to grounds');
  expect((await admin.call(records.exportAudit)).status).toBe(500);
  expect(await noted()).toEqual([[`export failed - ${work.admin}`, 'GET /records/audit/export']]);
});

test('SEC-39 an act that is undone leaves the entry of its failure', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const events = watchEvents(portal);
  await events();
  await portal.rows('alter table terms_acceptance rename to acceptance_of_terms');
  expect((await register(portal, registration(code))).status).toBe(500);
  expect(await portal.rows(`select 1 from provider where email = 'ada@clinic.example'`)).toEqual([]);
  expect((await events()).map(inShort)).toEqual(['registration failed invitation -']);
});

test('SEC-39 an unknown e-mail’s attempt is for the company whose portal the host is, and for the operator alone where several share it', async () => {
  const portal = await openPortal();
  const [one, other] = [await portal.aCompany(), await portal.aCompany()];
  const events = watchEvents(portal);
  await sendInvitation(portal, await anInviter(portal, one), { brand: brandNamed(portal, 'europe') });
  for (const companyId of [one, other])
    await sendInvitation(portal, await anInviter(portal, companyId), { email: `x${companyId}@clinic.example` });
  await events();
  const host = brandNamed(portal, 'europe').hosts[0] ?? '';
  await tryToSignIn(portal, 'nobody@portal.example', { host });
  await tryToSignIn(portal, 'nobody@portal.example');
  expect((await events()).map(({ company, host: at }) => [company, at])).toEqual([
    [one, host],
    [null, 'localhost'],
  ]);
});

test('SEC-39 what a caller plants stays inside one entry: line breaks in host, address and e-mail', async () => {
  const portal = await openPortal({ TRUSTED_PROXIES: '127.0.0.1' });
  const planted = 'x\r\n2026-01-01 sign_in done admin';
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const events = watchEvents(portal);
  await tryToSignIn(portal, email, { 'x-forwarded-for': `203.0.113.9${planted}`, host: `portal${planted}` });
  await tryToSignIn(portal, `${planted}@portal.example`);
  await tryToSignIn(portal, email, { 'x-forwarded-for': '203.0.113.9', host: `${'h'.repeat(4_000)}.example` });
  const entries = await events();
  expect(entries.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual(['sign_in failed', 'sign_in failed']);
  expect(entries.map(({ address }) => address)).toEqual(['203.0.113.9x  2026-01-01 sign_in done admin', '203.0.113.9']);
  for (const entry of entries)
    for (const value of Object.values(entry)) {
      expect(String(value)).not.toMatch(/[\r\n]/);
      expect(String(value).length).toBeLessThanOrEqual(255);
    }
});

test('SEC-39 PRV-05 no e-mail, password, code or token is in the log, and a hash is worth nothing without the secret of the installation', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { code, companyId } = await anInvitation(portal);
  await register(portal, registration(code));
  const { email } = await aPersonWithAccount(portal, 'Site User', { companyId });
  const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
  await portal.call(signIn, { body: { email, password: 'Secret-Guess-1' } });
  await tryToSignIn(portal, 'stranger@portal.example');
  const { accessToken } = answer.reply as { accessToken: string };
  const text = JSON.stringify(await whole(portal));
  for (const secret of [email, 'ada@clinic.example', 'stranger', goodPassword, 'Secret-Guess-1', code, accessToken])
    expect(text).not.toContain(secret);
  const [{ email_hash: hash } = {}] = await portal.rows<{ email_hash: string }>(
    `select email_hash from security_event where provider_id is null and event = 'sign_in'`,
  );
  expect(hash).toBe(emailHasher(portal.app.env)(' Stranger@PORTAL.example'));
  expect(hash).not.toBe(
    emailHasher({ secret: Buffer.from('another secret, just as long as that') })('stranger@portal.example'),
  );
});

test('SEC-39 entries can only be added: no role of the portal changes or removes one', async () => {
  const portal = await openPortal();
  await tryToSignIn(portal, 'nobody@portal.example');
  const before = await whole(portal);
  for (const role of ['portal_app', 'portal_system', 'none'])
    for (const statement of [
      `update security_event set outcome = 'done'`,
      'delete from security_event',
      'truncate security_event',
    ]) {
      const client = await portal.app.database.pool.connect();
      const tried = client.query(`begin; set local role ${role}; ${statement}`);
      await expect(tried).rejects.toMatchObject({ code: '42501' });
      await client.query('rollback');
      client.release();
    }
  for (const statement of [`update security_event set outcome = 'done'`, 'delete from security_event'])
    await expect(portal.rows(statement)).rejects.toThrow('can only be added');
  expect(await whole(portal)).toEqual(before);
});

test('SEC-39 a stop loses no entry, a database that is away for a moment neither', async () => {
  onItsOwn();
  const portal = await openPortal();
  await portal.rows('alter table security_event rename to elsewhere');
  await tryToSignIn(portal, 'one@portal.example');
  await portal.app.security.flush();
  await portal.rows('alter table elsewhere rename to security_event');
  await tryToSignIn(portal, 'two@portal.example');
  await portal.stop();
  expect(await portal.rows('select event from security_event')).toEqual([{ event: 'sign_in' }, { event: 'sign_in' }]);
});

test('SEC-39 an entry is written within a moment, without anybody asking for it', async () => {
  onItsOwn();
  const portal = await openPortal();
  await tryToSignIn(portal, 'nobody@portal.example');
  await vi.waitFor(async () => expect(await portal.rows('select 1 from security_event')).toHaveLength(1), 5_000);
});

test('SEC-39 an entry whose writing went unanswered is there once', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { database, clock, env } = portal.app;
  const lost: unknown[] = [];
  const away = {
    ...database,
    asSystem: async <T>(work: Parameters<typeof database.asSystem<T>>[0]) => {
      const result = await database.asSystem(work);
      if (lost.length === 0) throw new Error('Connection terminated');
      return result;
    },
  };
  const log = openSecurityLog({ database: away, clock, env }, (error) => lost.push(error), 60_000);
  log.note({ event: 'sign_in', outcome: 'failed', whose: null, from: null });
  await log.flush();
  await log.flush();
  await log.stop();
  expect([lost.length, await portal.rows('select event from security_event')]).toEqual([1, [{ event: 'sign_in' }]]);
});

test('SEC-39 every event has its words', () => {
  for (const event of securityEvents) expect(securityEventWords(event)).toMatch(/^[A-Z][\w ,-]+$/);
  expect(new Set(securityEvents.map(securityEventWords)).size).toBe(securityEvents.length);
});
