import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { confirmCode, me, renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import type pg from 'pg';
import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import type { Brand } from '#platform/core/brands.ts';
import { openDatabase } from '#platform/database/db.ts';
import { proveEntries } from '#platform/audit/keys.ts';
import { verifyAudit } from '#platform/audit/verify.ts';
import { linkEntries } from '#platform/audit/link-entries.ts';
import { identityOf } from '../identity-of.ts';
import { askForReset } from './set-password.ts';
import { aBrandWithoutHost } from '#test/brands.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, renewing, signInAs } from '#test/people.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';

const minute = 60_000;
const better = 'Battery-Staple-7';
const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));
const ask = (portal: Portal, email: string, headers: Record<string, string> = {}) =>
  portal.call(forgotPassword, { body: { email }, headers });
const reset = (portal: Portal, email: string, code: string, password = better) =>
  portal.call(resetPassword, { body: { email, code, password } });
/** The code of the newest mail. */
const codeFor = async (portal: Portal, email: string) =>
  /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'no code';
const askedCode = async (portal: Portal, email: string) => {
  expect((await ask(portal, email)).status).toBe(200);
  return codeFor(portal, email);
};
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signInWith = async (portal: Portal, email: string, password: string) => {
  const answer = await portal.call(signIn, { body: { email, password } });
  return answer.code ?? answer.reply.next;
};
const tryAgain = 'Invalid verification code provided, please try again.';
const askAgain = 'Invalid verification code provided, please request a code again.';

test('FGP-03 FGP-06 IDP-08 IDP-09 a code comes by mail, in the brand of the portal; with it the new password signs in and the old one does not', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  expect((await ask(portal, ` ${email.toUpperCase()} `, { host: 'eu.trialcard.test' })).status).toBe(200);
  const [mail] = await mailsTo(portal, email);
  expect(mail).toMatchObject({ subject: 'Your code for a new password' });
  expect(mail?.text).toContain('TrialCard Europe\nsupport@eu.trialcard.example');
  const code = await codeFor(portal, email);
  expect(mail?.html).toContain(`>${code}<`);
  expect(await signInWith(portal, email, goodPassword)).toBe('session');
  expect((await reset(portal, email, ` ${code} `)).status).toBe(200);
  expect(await signInWith(portal, email, goodPassword)).toBe('BAD_CREDENTIALS');
  expect(await signInWith(portal, email, better)).toBe('session');
  // Nothing that was kept or logged is the code.
  expect(JSON.stringify(await portal.rows('select * from password_reset'))).not.toContain(code);
  expect(portal.logged.join('')).not.toContain(code);
});

test('FGP-07 SEC-05 IDP-10 P11-16 every session ends, the owner is told by mail, and both steps are on record', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const browsers = [await signInAs(portal, person), await signInAs(portal, person)];
  const stranger = await aSignedInPerson(portal, 'Site User', { companyId: person.companyId });
  const ended: number[] = [];
  portal.app.sessionEnds.listen((id) => ended.push(id));
  await reset(portal, person.email, await askedCode(portal, person.email));
  for (const browser of browsers) {
    expect((await browser.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(browser) })).status).toBe(401);
  }
  expect(new Set(ended).size).toBe(2);
  expect((await stranger.call(me)).status).toBe(200);
  const [mail] = await mailsTo(portal, person.email);
  expect(mail?.subject).toBe('Your password was changed');
  expect(mail?.text).toContain('http://localhost:3000/forgot-password');
  const entries = await portal.rows(
    `select action, actor_id, actor_name, record_id from audit_entry where action like 'account.password%' order by seq`,
  );
  expect(entries).toEqual([
    {
      action: 'account.password_reset_asked',
      actor_id: null,
      actor_name: 'Somebody',
      record_id: `${person.providerId}`,
    },
    {
      action: 'account.password_reset',
      actor_id: person.providerId,
      actor_name: expect.stringMatching(/^First\d+ Last\d+$/) as string,
      record_id: `${person.providerId}`,
    },
  ]);
});

test('OPN-06 a reset that was required is done by it; who has not confirmed their e-mail gets no code, and the same answer', async () => {
  const portal = await openPortal();
  const required = await aPersonWithAccount(portal, 'Site User', { state: 'reset' });
  expect(await signInWith(portal, required.email, goodPassword)).toBe('RESET_REQUIRED');
  await reset(portal, required.email, await askedCode(portal, required.email));
  expect(await signInWith(portal, required.email, better)).toBe('session');

  const unconfirmed = await aPersonWithAccount(portal, 'Site User', { state: 'unconfirmed' });
  const answer = await ask(portal, unconfirmed.email);
  expect(answer.body).toEqual((await ask(portal, 'nobody@portal.example')).body);
  expect(await mailsTo(portal, unconfirmed.email)).toEqual([]);
});

test('SEC-07 OPN-11 a known and an unknown e-mail get the same answers at every step, and the unknown one no mail', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const told = async (one: string) => {
    const answers: { status: number; body: unknown; headers: Record<string, unknown> }[] = [
      await reset(portal, one, '000000'),
    ];
    const codes: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      answers.push(await ask(portal, one));
      codes.push(await codeFor(portal, one));
    }
    const wrong =
      Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find((code) => !codes.includes(code)) ?? '';
    for (let n = 0; n < 7; n += 1) answers.push(await reset(portal, one, wrong));
    return answers.map(({ status, body, headers }) => [status, body, headers['retry-after'] === undefined]);
  };
  const known = await told(email);
  expect(await told('nobody@portal.example')).toEqual(known);
  expect(known.map(([status]) => status)).toEqual([400, 200, 200, 200, 429, 429, ...Array<number>(7).fill(400)]);
  expect(await mailsTo(portal, 'nobody@portal.example')).toEqual([]);
  expect(await mailsTo(portal, email)).toHaveLength(3);
});

test('SEC-07 asking for a code has the database do the same for a known and for an unknown e-mail, statement by statement', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const stranger = 'nobody.of.this.test@portal.example';
  // Of both an earlier code is to be ended.
  for (const one of [email, stranger]) await ask(portal, one);
  const known = await statementsFor(portal, email);
  expect(known.filter((text) => text.includes('savepoint'))).toEqual([
    'savepoint kept',
    'release savepoint kept',
    'savepoint kept',
    'release savepoint kept',
  ]);
  expect(await statementsFor(portal, stranger)).toEqual(
    known.map((text) => text.replace('release savepoint', 'rollback to savepoint')),
  );
});

/** What asking for a code of an e-mail sends to the database, by a connection that nobody else has. */
async function statementsFor({ app, connection }: Portal, email: string): Promise<string[]> {
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  onTestFinished(() => database.close());
  proveEntries(database, app.env.secret);
  const spies: MockInstance<(given: string | pg.QueryConfig) => unknown>[] = [];
  database.pool.on('connect', (client) => spies.push(vi.spyOn(client, 'query')));
  const house = { ...app, database };
  const [shown] = app.brands.all as [Brand];
  const from = { brand: { shown, for: () => shown }, host: 'localhost', address: '127.0.0.1', requestId: 'test' };
  await askForReset({ ...house, identity: identityOf(house), brands: app.brands.all }, from, email);
  return spies.flatMap(({ mock }) => mock.calls.map(([given]) => (typeof given === 'string' ? given : given.text)));
}

test('SEC-15 OPN-10 a code counts once, for ten minutes, and until the next one is asked for', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const first = await askedCode(portal, email);
  const second = await askedCode(portal, email);
  expect(first).not.toBe(second);
  expect(await reset(portal, email, first)).toMatchObject({ status: 400, code: 'CODE_MISMATCH', message: tryAgain });
  forward(portal, 10 * minute - 5_000);
  expect((await reset(portal, email, second)).status).toBe(200);
  expect(await reset(portal, email, second, 'Another-Staple-8')).toMatchObject({ status: 400, message: askAgain });
  const third = await askedCode(portal, email);
  forward(portal, 10 * minute + 1_000);
  expect(await reset(portal, email, third, 'Another-Staple-8')).toMatchObject({ status: 400, message: askAgain });
  expect(await signInWith(portal, email, better)).toBe('session');
});

test('REL-10 a code from a clock that was a day ahead does not outlive its ten minutes, and its requests do not shut the person out', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  forward(portal, 86_400_000);
  for (let n = 0; n < 2; n += 1) await ask(portal, email);
  const early = await askedCode(portal, email);
  portal.app.clock.set(null);
  expect((await reset(portal, email, early)).message).toBe(askAgain);
  expect((await reset(portal, email, await askedCode(portal, email))).status).toBe(200);
});

test('SEC-15 SEC-12 of 40 wrong codes at once at most five are looked at, and then the right one is refused as well', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const code = await askedCode(portal, email);
  const answers = await Promise.all(Array.from({ length: 40 }, () => reset(portal, email, otherThan(code))));
  expect(answers.filter(({ message }) => message === tryAgain)).toHaveLength(5);
  expect(answers.filter(({ message }) => message === askAgain)).toHaveLength(35);
  expect((await reset(portal, email, code)).message).toBe(askAgain);
  expect(await signInWith(portal, email, goodPassword)).toBe('session');
});

test('SEC-15 of ten resets at once with the right code one goes through', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const code = await askedCode(portal, email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => reset(portal, email, code, `Battery-Staple-${n}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await signInWith(portal, email, `Battery-Staple-${winner}`)).toBe('session');
  expect((await mailsTo(portal, email)).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(
    1,
  );
});

test('SEC-15 SEC-36 of 20 requests at once for one e-mail three are served and the others told when to come again; 15 minutes later they may', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(portal, email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(17);
  for (const { code, headers } of refused) {
    expect(code).toBe('LIMIT');
    expect(Number(headers['retry-after'])).toBeGreaterThan(890);
  }
  expect(await mailsTo(portal, email)).toHaveLength(3);
  forward(portal, 15 * minute + 1_000);
  expect((await ask(portal, email)).status).toBe(200);
});

test('SEC-36 requests from one address are limited over all e-mails, whatever it says of itself', async () => {
  const portal = await openPortal({ OPEN_CALLS_PER_ADDRESS: '3' });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push((await ask(portal, `person${n}@elsewhere.example`, { 'x-forwarded-for': `10.0.0.${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('SEC-15 after a reset the second factor is still asked for, and whoever was held by the old password is let go', async () => {
  const portal = await openPortal();
  const admin = await aSignedInPerson(portal, 'Nurse');
  const held = await portal.call(signIn, { body: { email: admin.email, password: goodPassword } });
  await reset(portal, admin.email, await askedCode(portal, admin.email));
  expect(await signInWith(portal, admin.email, better)).toBe('code');
  const late = await portal.call(confirmCode, {
    body: { challenge: (held.reply as { challenge: string }).challenge, code: '000000' },
  });
  expect(late.code).toBe('CHALLENGE_EXPIRED');
});

test('SEC-07 P11-10 asking for unknown e-mails leaves no mail and no entry, and the audit trail is whole', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (const one of ['nobody@portal.example', email, 'nobody.else@portal.example', email]) await ask(portal, one);
  expect(await portal.rows('select recipient from message')).toEqual([{ recipient: email }, { recipient: email }]);
  const { database, env } = portal.app;
  await linkEntries(database, env);
  expect(await verifyAudit(database, env)).toMatchObject({ ok: true, entries: 2 });
});

test('SEC-09 SEC-15 a reset lifts the lock that strangers have brought about', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (let n = 0; n < 5; n += 1) await signInWith(portal, email, 'wrong');
  expect(await signInWith(portal, email, goodPassword)).toBe('LOCKED');
  await reset(portal, email, await askedCode(portal, email));
  expect(await signInWith(portal, email, better)).toBe('session');
});

test('SCN-03 the code has 4 to 20 characters, and what is wrong is named', async () => {
  const portal = await openPortal();
  for (const [code, sentence] of [
    ['', 'is required'],
    ['123', 'is too short (minimum is 4 characters)'],
    ['1'.repeat(21), 'is too long (maximum is 20 characters)'],
  ] as const)
    expect((await reset(portal, 'ada@portal.example', code)).fields).toEqual({ code: sentence });
  for (const code of ['1234', '1'.repeat(20)])
    expect((await reset(portal, 'ada@portal.example', code)).code).toBe('CODE_MISMATCH');
  expect((await ask(portal, `${'a'.repeat(141)}@b.example`)).fields).toEqual({
    email: 'is too long (maximum is 150 characters)',
  });
});

test('SEC-14 FGP-05 the new password follows the rule of registration, and a 64-character one counts to its last character', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const code = await askedCode(portal, email);
  for (const weak of ['Abcdefgh12!', 'Abcdefgh1234', 'Abcdef 1234!', `${'Aa1!'.repeat(16)}x`])
    expect(await reset(portal, email, code, weak)).toMatchObject({
      status: 400,
      code: 'PASSWORD_POLICY',
      fields: { password: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol' },
    });
  const common = await reset(portal, email, code, 'Password2026!');
  expect(common).toMatchObject({ status: 400, code: 'PASSWORD_POLICY' });
  expect(common.fields['password']).toBe(common.message);
  const longest = `${'Qx7!'.repeat(15)}Qx7!`;
  expect((await reset(portal, email, code, longest)).status).toBe(200);
  expect(await signInWith(portal, email, `${longest.slice(0, -1)}?`)).toBe('BAD_CREDENTIALS');
  expect(await signInWith(portal, email, longest)).toBe('session');
});

test('SEC-14 SEC-07 that a password has the name of its owner or of their company’s brand is told only with the right code, which then still counts', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  await portal.rows(`update provider set last_name = 'Holloway' where provider_id = $1`, [person.providerId]);
  const code = await askedCode(portal, person.email);
  const named = 'My-Holloway-26!';
  expect(await reset(portal, person.email, otherThan(code), named)).toMatchObject({ code: 'CODE_MISMATCH' });
  expect(await reset(portal, person.email, code, named)).toMatchObject({
    status: 400,
    code: 'PASSWORD_POLICY',
    message: 'The password must not contain your name or your email address.',
  });
  await aBrandWithoutHost(portal, person.companyId, 'Quillmark Health');
  await aBrandWithoutHost(portal, await portal.aCompany(), 'Battery');
  const branded = 'My-Quillmark-26!';
  expect(await reset(portal, person.email, otherThan(code), branded)).toMatchObject({ code: 'CODE_MISMATCH' });
  expect(await reset(portal, person.email, code, branded)).toMatchObject({
    code: 'PASSWORD_POLICY',
    message: 'The password must not contain the name of the portal.',
  });
  expect(await signInWith(portal, person.email, goodPassword)).toBe('session');
  expect((await reset(portal, person.email, code)).status).toBe(200);
});

test('SEC-18 SEC-28 the mail speaks of the brand’s configured address whatever the request says, and a name is text in it', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  await portal.rows(`update provider set first_name = '<img src=x onerror=alert(1)>' where provider_id = $1`, [
    person.providerId,
  ]);
  const code = await askedCode(portal, person.email);
  const forged = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    origin: 'https://evil.test',
  };
  const body = { email: person.email, code, password: better };
  expect((await portal.call(resetPassword, { body, headers: forged })).status).toBe(200);
  const [mail] = await mailsTo(portal, person.email);
  expect(`${mail?.text} ${mail?.html}`).not.toContain('evil.test');
  expect(mail?.text).toContain('http://localhost:3000/forgot-password');
  expect(mail?.html).toContain('Hello &lt;img src=x onerror=alert(1)&gt;,');
  expect(mail?.html).not.toContain('<img');
});
