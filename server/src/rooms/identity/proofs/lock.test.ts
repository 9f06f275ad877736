import { lockMs } from '@portal/contract/identity/rules.ts';
import {
  askForRecovery,
  confirmCode,
  enterByRecoveryCode,
  signIn,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { embeddedIdentity } from '../embedded/embedded-identity.ts';
import { type VerifyHash, verifyHash } from '../passwords/hash-password.ts';
import { aPersonWithApp, challengeFor, nextCode, wrongCode } from '#test/factors.ts';
import { aPersonWithAccount, goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { inShort, watchEvents } from '#test/security-events.ts';

const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));
const code = async (portal: Portal, email: string, password = 'wrong') =>
  (await portal.call(signIn, { body: { email, password } })).code;

test('SEC-09 SEC-07 SER-03 OPN-05 ten locks in a row, from 1 s doubling, look the same for an unknown e-mail', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (const one of [email, 'nobody@portal.example']) {
    for (let wrong = 1; wrong <= 4; wrong += 1) expect(await code(portal, one)).toBe('BAD_CREDENTIALS');
    for (let wrong = 5; wrong < 15; wrong += 1) {
      expect(await code(portal, one)).toBe('BAD_CREDENTIALS');
      const locked = await portal.call(signIn, { body: { email: one, password: goodPassword } });
      expect(locked).toMatchObject({
        status: 400,
        code: 'LOCKED',
        message: 'Password attempts exceeded, Please wait and try again',
      });
      // What is left of the lock, which passes while this goes on.
      const left = Number(locked.headers['retry-after']);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(Math.ceil(lockMs(wrong) / 1_000));
      // The lock is as long as the rule says, whatever was tried during it.
      const [row] = await portal.rows<{ ms: number }>(
        'select extract(epoch from locked_until - last_wrong_at)::float8 * 1000 as ms from sign_in_lock where email = $1',
        [one],
      );
      expect(row?.ms).toBeGreaterThanOrEqual(lockMs(wrong));
      expect(row?.ms).toBeLessThan(lockMs(wrong) + 5_000);
      forward(portal, lockMs(wrong) + 5_000);
    }
  }
});

test('SEC-09 the right password clears the count', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (let round = 0; round < 2; round += 1) {
    for (let wrong = 1; wrong <= 4; wrong += 1) expect(await code(portal, email)).toBe('BAD_CREDENTIALS');
    expect(await code(portal, email, goodPassword)).toBeUndefined();
  }
});

test('SEC-09 15 quiet minutes clear the count, 14 do not', async () => {
  const portal = await openPortal();
  for (const [email, minutes, after] of [
    ['a@portal.example', 14, 'LOCKED'],
    ['b@portal.example', 15, 'BAD_CREDENTIALS'],
  ] as const) {
    for (let wrong = 1; wrong <= 4; wrong += 1) await code(portal, email);
    forward(portal, minutes * 60_000 + 1_000);
    expect(await code(portal, email)).toBe('BAD_CREDENTIALS');
    expect(await code(portal, email)).toBe(after);
  }
});

test('REL-10 a lock made while the clock was a day ahead does not hold when it is set back', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  forward(portal, 86_400_000);
  for (let wrong = 1; wrong <= 5; wrong += 1) await code(portal, email);
  expect(await code(portal, email, goodPassword)).toBe('LOCKED');
  portal.app.clock.set(null);
  expect(await code(portal, email, goodPassword)).toBeUndefined();
});

test('SEC-09 of 40 wrong passwords at once at most 5 are checked, known e-mail or not', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  for (const one of [email, 'nobody@portal.example']) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => code(portal, one)));
    expect(answers.filter((answer) => answer === 'BAD_CREDENTIALS')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'LOCKED')).toHaveLength(35);
  }
});

/** The embedded provider, and what it had checked. */
function watched({ app }: Portal, told: (stored: string, password: string) => string) {
  const checked: string[] = [];
  const verify: VerifyHash = (stored, password) => {
    checked.push(told(stored, password));
    return verifyHash(stored, password);
  };
  return { identity: embeddedIdentity({ ...app, verify }), checked };
}

test('SEC-07 an unknown e-mail costs the same hash as a known one, and a locked one costs none', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const { identity, checked } = watched(portal, (stored) => stored.split('$').slice(1, 4).join(' '));
  const refusal = async (one: string) =>
    ((await identity.verifyPassword(one, 'wrong').catch((error: unknown) => error)) as { code: string }).code;
  expect([await refusal(email), await refusal('nobody@portal.example')]).toEqual([
    'BAD_CREDENTIALS',
    'BAD_CREDENTIALS',
  ]);
  expect(checked).toEqual(Array(2).fill('argon2id v=19 m=19456,t=2,p=1'));
  await Promise.all(Array.from({ length: 12 }, () => refusal('nobody@portal.example')));
  expect(checked).toHaveLength(2 + 4);
});

test('SEC-07 SEC-14 a password costs one hash; one whose accents came beside their letters costs two where it is wrong, known e-mail or not', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const { identity, checked } = watched(portal, (_, password) => password);
  for (const one of [email, 'nobody.of.this.test@portal.example'])
    for (const given of ['\u00dcberfall', 'U\u0308berfall', goodPassword])
      await identity.verifyPassword(one, given).catch(() => undefined);
  const each = ['\u00dcberfall', '\u00dcberfall', 'U\u0308berfall', goodPassword];
  expect(checked).toEqual([...each, ...each]);
});

test('SEC-10 failures from one address are limited over all e-mails, whatever it says of itself; a success does not count', async () => {
  const portal = await openPortal({ SIGN_IN_FAILURES_PER_ADDRESS: '3' });
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const attempt = (one: string, password: string, n: number) =>
    portal.call(signIn, {
      body: { email: one, password },
      headers: { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.1.${n}` },
    });
  for (let n = 1; n <= 3; n += 1) {
    expect((await attempt(email, goodPassword, n)).status).toBe(200);
    expect((await attempt(`nobody${n}@portal.example`, 'wrong', n)).code).toBe('BAD_CREDENTIALS');
  }
  const refused = await attempt('nobody4@portal.example', 'wrong', 4);
  expect(refused).toMatchObject({ status: 429, code: 'LIMIT' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
  expect((await attempt(email, goodPassword, 5)).status).toBe(429);
  forward(portal, 15 * 60_000 + 1_000);
  expect((await attempt(email, goodPassword, 6)).status).toBe(200);
});

test('SEC-10 SEC-36 made-up challenges are limited for each address through every call that takes one, together with failed sign-ins', async () => {
  const portal = await openPortal({ SIGN_IN_FAILURES_PER_ADDRESS: '6' });
  const person = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, person.email);
  const madeUp = 'a-challenge-that-nobody-was-given';
  const calls = [
    () => portal.call(confirmCode, { body: { challenge: madeUp, code: '123456' } }),
    () => portal.call(enterByRecoveryCode, { body: { challenge: madeUp, recoveryCode: 'aaaaa-bbbbb' } }),
    () => portal.call(startMfaSetup, { body: { challenge: madeUp } }),
    () => portal.call(verifyMfaSetup, { body: { challenge: madeUp, code: '123456' } }),
    () => portal.call(askForRecovery, { body: { challenge: madeUp } }),
  ];
  for (const call of calls) expect((await call()).code).toBe('CHALLENGE_EXPIRED');
  // A wrong code of a real one is counted with its account, and what succeeds not at all.
  const answered = (given: string) => portal.call(confirmCode, { body: { challenge, code: given } });
  expect((await answered(wrongCode(portal, person))).code).toBe('CODE_MISMATCH');
  expect((await answered(nextCode(portal, person))).status).toBe(200);
  expect(await code(portal, 'nobody@portal.example')).toBe('BAD_CREDENTIALS');
  for (const call of calls) {
    const refused = await call();
    expect(refused).toMatchObject({ status: 429, code: 'LIMIT' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  }
  expect(await code(portal, person.email, goodPassword)).toBe('LIMIT');
  forward(portal, 15 * 60_000 + 1_000);
  for (const call of calls) expect((await call()).code).toBe('CHALLENGE_EXPIRED');
});

test('SEC-10 SEC-39 of made-up challenges the first few are entries of the log, and all that follow are one for each kind of step', async () => {
  onItsOwn();
  const portal = await openPortal();
  const events = watchEvents(portal);
  const ask = (n: number) =>
    portal.call(confirmCode, { body: { challenge: `a-challenge-nobody-was-given-${n}`, code: '123456' } });
  for (let n = 0; n < 30; n += 1) await ask(n);
  const written = ['mfa.answered failed - -', 'mfa.answered failed - -', 'mfa.answered failed - -'];
  const first = (await events()).map(inShort);
  expect(first).toEqual([...written, ...written.slice(0, 2), 'rate_limit refused - -']);
  const body = { challenge: 'a-challenge-that-nobody-was-given', recoveryCode: 'aaaaa-bbbbb' };
  for (let n = 0; n < 5; n += 1) await portal.call(enterByRecoveryCode, { body });
  expect((await events()).map(inShort)).toEqual(['rate_limit refused - -']);
  forward(portal, 15 * 60_000 + 1_000);
  await ask(0);
  expect((await events()).map(inShort)).toEqual(['mfa.answered failed - -']);
});
