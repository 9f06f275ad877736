/** What people and browsers meet is the same whichever identity provider is behind (SEC-17): every test runs with each of them. */
import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listRecoveries,
  removeFactor,
  renewRecoveryCodes,
  replaceFactor,
  resetPassword,
  textProofCode,
} from '@portal/contract/identity/account-endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  enterByRecoveryCode,
  me,
  renewSession,
  signIn,
  signOut,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { describe, expect, test } from 'vitest';
import { challengeFor, forward, nextCode, wrongCode } from '#test/factors.ts';
import { aPersonOf, type Person, type World, worlds } from '#test/identity-worlds.ts';
import { anInvitation, register, registration } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { goodPassword, holding, renewing, type SignedIn, signInAs } from '#test/people.ts';
import { type Answer, type Portal, onItsOwn } from '#test/portal.ts';

const minute = 60_000;
const better = 'Battery-Staple-7';
const said = ({ status, code, message }: Answer<Endpoint>) => [status, code, message];
const wrong = [400, 'BAD_CREDENTIALS', 'Email or password incorrect.'];
const locked = [400, 'LOCKED', 'Password attempts exceeded, Please wait and try again'];
const incorrectCode = [400, 'CODE_MISMATCH', 'Incorrect Code'];
const timedOut = [400, 'CHALLENGE_EXPIRED', 'Session timed out. Refresh the page to login'];
const notOnThisAccount = [400, 'MFA_NOT_FOUND', 'MFA cannot be enabled on your account.'];

const enter = (portal: Portal, email: string, password = goodPassword) =>
  portal.call(signIn, { body: { email, password } });
const answer = (portal: Portal, challenge: string, code: string) =>
  portal.call(confirmCode, { body: { challenge, code } });
const next = async (portal: Portal, email: string, password = goodPassword) => {
  const { reply, code } = await enter(portal, email, password);
  return code ?? reply.next;
};
/** Somebody signed in who has an app. */
async function aPersonWithApp(world: World, given: { companyId?: number } = {}) {
  const { portal } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User', given));
  const { secret } = (await person.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  const verified = await person.call(verifyMfaSetup, {
    body: { password: goodPassword, code: nextCode(portal, { secret }) },
  });
  return { ...person, ...holding(portal, 'localhost', verified), secret, recoveryCodes: verified.reply.recoveryCodes };
}
async function resetCodeFor(portal: Portal, email: string) {
  expect((await portal.call(forgotPassword, { body: { email } })).status).toBe(200);
  return /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'none';
}
const reset = (portal: Portal, email: string, code: string, password = better) =>
  portal.call(resetPassword, { body: { email, code, password } });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(worlds)('with the %s identity provider', (_name, open) => {
  test('SEC-17 IDP-01 IDP-02 IDP-10 MFA-08 the right password opens a session, which renews itself and ends with sign-out', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonOf(world, 'Site User');
    const first = await signInAs(portal, person);
    expect((await first.call(me)).reply).toMatchObject({ cpId: person.providerId, email: person.email, mfa: 'none' });
    expect((await portal.call(renewSession, { body: {}, headers: renewing(first) })).reply.next).toBe('session');
    const second = await signInAs(portal, person);
    expect((await first.call(signOut, { body: {} })).status).toBe(200);
    expect((await first.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(first) })).status).toBe(401);
    expect((await second.call(me)).status).toBe(200);
  });

  test('SEC-17 SEC-07 SER-01 SER-02 SER-04 SER-06 a wrong password and an unknown e-mail answer alike; what is due shows after the right one', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const due = {
      unconfirmed: [400, 'NOT_CONFIRMED', 'User not confirmed.'],
      reset: [400, 'RESET_REQUIRED', 'Password reset required.'],
    };
    for (const state of ['unconfirmed', 'reset'] as const) {
      const { email } = await aPersonOf(world, 'Site User', { state });
      expect(said(await enter(portal, email, 'wrong'))).toEqual(wrong);
      expect(said(await enter(portal, email))).toEqual(due[state]);
    }
    expect(said(await enter(portal, 'nobody@portal.example'))).toEqual(wrong);
    for (const type of ['System', 'physician'] as const)
      expect(said(await enter(portal, (await aPersonOf(world, type)).email))).toEqual([
        403,
        'FORBIDDEN_TYPE',
        'Access forbidden.',
      ]);
    await world.addAccount({ email: 'patient@portal.example' });
    expect((await enter(portal, 'patient@portal.example')).code).toBe('FORBIDDEN_TYPE');
    expect(await portal.rows('select 1 from session')).toEqual([]);
  });

  test('SEC-17 SEC-09 SER-03 five wrong passwords lock the e-mail, known or not, also for the right one, and not for long', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const { email } = await aPersonOf(world, 'Site User');
    for (const one of [email, 'nobody@portal.example']) {
      for (let i = 0; i < 5; i += 1) expect(said(await enter(portal, one, 'wrong'))).toEqual(wrong);
      expect(said(await enter(portal, one))).toEqual(locked);
      forward(portal, 2_000);
    }
    expect(await next(portal, email)).toBe('session');
    expect(await next(portal, 'nobody@portal.example')).toBe('BAD_CREDENTIALS');
  });

  test('SEC-17 IDP-04 IDP-05 IDP-06 MFA-09 MFA-15 SEC-11 SER-12 a forced set-up opens a session, and the app is asked for from then on', async () => {
    const world = await open();
    const { portal } = world;
    const { email } = await aPersonOf(world, 'Admin');
    const first = await enter(portal, email);
    expect(first.reply).toEqual({ next: 'mfa-setup', challenge: expect.any(String) as string });
    const { challenge } = first.reply as { challenge: string };
    const setUp = await portal.call(startMfaSetup, { body: { challenge } });
    const { secret, uri } = setUp.reply;
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    expect(uri).toContain(`secret=${secret}&issuer=`);
    const verify = (code: string) => portal.call(verifyMfaSetup, { body: { challenge, code } });
    expect(said(await verify(wrongCode(portal, { secret })))).toEqual([
      400,
      'CODE_MISMATCH',
      'Please enter the correct code',
    ]);
    const code = nextCode(portal, { secret });
    const verified = await verify(code);
    expect(verified.reply.recoveryCodes).toHaveLength(10);
    const person = holding(portal, 'localhost', verified);
    expect((await person.call(me)).reply.mfa).toBe('totp');
    expect(said(await verify(code))).toEqual(timedOut);

    const again = await challengeFor(portal, email);
    expect(said(await answer(portal, again, code))).toEqual(incorrectCode);
    expect((await answer(portal, again, nextCode(portal, { secret }))).reply.next).toBe('session');
    // Who has a factor replaces it, with a proof; no other set-up is begun.
    const inside = holding(portal, 'localhost', await answerNow(portal, email, secret));
    expect(said(await inside.call(startMfaSetup, { body: {} }))).toEqual(notOnThisAccount);
  });

  test('SEC-17 IDP-03 SEC-11 SEC-12 SER-08 SER-09 a code works once, a challenge five times, for ten minutes, for one of many', async () => {
    const world = await open();
    const { portal } = world;
    const { email, secret } = await aPersonWithApp(world);
    const tried = await challengeFor(portal, email);
    for (const code of ['0', ...Array.from({ length: 4 }, () => wrongCode(portal, { secret }))])
      expect(said(await answer(portal, tried, code))).toEqual(incorrectCode);
    expect(said(await answer(portal, tried, nextCode(portal, { secret })))).toEqual(timedOut);

    const late = await challengeFor(portal, email);
    forward(portal, 10 * minute + 1_000);
    expect(said(await answer(portal, late, nextCode(portal, { secret })))).toEqual(timedOut);

    const one = await challengeFor(portal, email);
    const [code, other] = [nextCode(portal, { secret }), await challengeFor(portal, email)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(portal, one, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(said(await answer(portal, one, nextCode(portal, { secret })))).toEqual(timedOut);
    expect(said(await answer(portal, other, code))).toEqual(incorrectCode);
    expect(said(await answer(portal, 'a-challenge-of-nobody-at-all', code))).toEqual(timedOut);
    // Two steps old.
    const slow = await challengeFor(portal, email);
    const old = nextCode(portal, { secret });
    forward(portal, minute);
    expect(said(await answer(portal, slow, old))).toEqual(incorrectCode);
  });

  test('SEC-17 SEC-12 ten wrong codes in a row lock the factor for 15 minutes, whichever door they came through', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonWithApp(world);
    const { email, secret } = person;
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeFor(portal, email);
      const tries = Array.from({ length: 4 }, () => answer(portal, challenge, wrongCode(portal, { secret })));
      for (const { code } of await Promise.all(tries)) expect(code).toBe('CODE_MISMATCH');
    }
    const body = { password: goodPassword, code: wrongCode(portal, { secret }) };
    for (let i = 0; i < 2; i += 1) expect((await person.call(replaceFactor, { body })).code).toBe('CODE_MISMATCH');
    const challenge = await challengeFor(portal, email);
    const refused = await answer(portal, challenge, nextCode(portal, { secret }));
    expect(said(refused)).toEqual([429, 'LIMIT', 'Too many attempts. Please wait and try again.']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    forward(portal, 15 * minute);
    expect((await answerNow(portal, email, secret)).reply.next).toBe('session');
  });

  test('SEC-17 MFA-02 SER-08 SER-09 a texted code lets in, once', async () => {
    const world = await open();
    const { portal } = world;
    const { email } = await aPersonOf(world, 'Site User', { texts: true });
    const first = await enter(portal, email);
    expect(first.reply).toEqual({ next: 'code', factor: 'sms', challenge: expect.any(String) as string });
    const { challenge } = first.reply as { challenge: string };
    const code = await world.newestTextedCode();
    expect(said(await answer(portal, challenge, otherThan(code)))).toEqual(incorrectCode);
    const entered = await answer(portal, challenge, code);
    expect((await holding(portal, 'localhost', entered).call(me)).reply).toMatchObject({ email, mfa: 'sms' });
    expect(said(await answer(portal, challenge, code))).toEqual(timedOut);
    const late = await challengeFor(portal, email);
    forward(portal, 10 * minute + 1_000);
    expect(said(await answer(portal, late, await world.newestTextedCode()))).toEqual(timedOut);
  });

  test('SEC-17 SEC-13 an app is replaced with password and code: the old one counts until the new one is verified', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonWithApp(world);
    const { email, secret: old } = person;
    const replace = (password: string, code: string) => person.call(replaceFactor, { body: { password, code } });
    expect(said(await replace('wrong', nextCode(portal, { secret: old })))).toEqual(wrong);
    expect(said(await replace(goodPassword, wrongCode(portal, { secret: old })))).toEqual(incorrectCode);
    const { challenge } = (await replace(goodPassword, nextCode(portal, { secret: old }))).reply;
    const { secret } = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
    expect(secret).not.toBe(old);
    expect((await answerNow(portal, email, old)).reply.next).toBe('session');
    const verified = await portal.call(verifyMfaSetup, { body: { challenge, code: nextCode(portal, { secret }) } });
    expect(verified.reply.next).toBe('session');
    expect((await person.call(me)).status).toBe(401);
    expect((await answerNow(portal, email, old)).code).toBe('CODE_MISMATCH');
    expect((await answerNow(portal, email, secret)).reply.next).toBe('session');
    const told = (await mailsTo(portal, email)).map(({ text }) => text);
    expect(told.filter((text) => text.includes('comes from another authenticator app'))).toHaveLength(1);
  });

  test('SEC-17 SEC-13 a recovery code lets in and stands in for the code of a lost app, once each', async () => {
    const world = await open();
    const { portal } = world;
    const { email, secret: old, recoveryCodes, ...person } = await aPersonWithApp(world);
    const [one = '', two = '', three = ''] = recoveryCodes;
    const byCode = async (recoveryCode: string) =>
      portal.call(enterByRecoveryCode, { body: { challenge: await challengeFor(portal, email), recoveryCode } });
    const inside = { ...person, ...holding(portal, 'localhost', await byCode(one)) };
    expect(said(await byCode(one))).toEqual(incorrectCode);

    const replace = (code: string) => inside.call(replaceFactor, { body: { password: goodPassword, code } });
    const { challenge } = (await replace(two)).reply;
    expect(said(await replace(two))).toEqual(incorrectCode);
    expect((await answerNow(portal, email, old)).reply.next).toBe('session');
    const { secret } = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
    const verified = await portal.call(verifyMfaSetup, { body: { challenge, code: nextCode(portal, { secret }) } });
    expect((await answerNow(portal, email, secret)).reply.next).toBe('session');
    // There are new ones now.
    expect(said(await byCode(three))).toEqual(incorrectCode);
    const after = holding(portal, 'localhost', verified);
    const body = { password: goodPassword, code: nextCode(portal, { secret }) };
    expect((await after.call(renewRecoveryCodes, { body })).reply.recoveryCodes).toHaveLength(10);
  });

  test('SEC-17 SEC-13 a factor is removed with password and code where none is required, and another one can be set up', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonWithApp(world);
    const body = { password: goodPassword, code: nextCode(portal, person) };
    const removed = await person.call(removeFactor, { body });
    const after = holding(portal, 'localhost', removed);
    expect((await after.call(me)).reply.mfa).toBe('none');
    expect(await next(portal, person.email)).toBe('session');
    expect(said(await after.call(removeFactor, { body }))).toEqual(notOnThisAccount);
    const { secret } = (await after.call(startMfaSetup, { body: { password: goodPassword } })).reply;
    const verified = await after.call(verifyMfaSetup, {
      body: { password: goodPassword, code: nextCode(portal, { secret }) },
    });
    expect(verified.reply.next).toBe('session');
    expect(await next(portal, person.email)).toBe('code');

    const admin = await signInAs(portal, await aPersonOf(world, 'Admin'));
    const refused = { password: goodPassword, code: nextCode(portal, admin as { secret: string }) };
    expect((await admin.call(removeFactor, { body: refused })).code).toBe('factor.required');
  });

  test('SEC-17 SEC-12 SEC-13 whose factor is texted codes proves it by one they ask for: a few in a while, each for one proof', async () => {
    const world = await open();
    const { portal } = world;
    const { person, enterByText } = await aPersonWithTexts(world);
    const ask = (password = goodPassword) => person.call(textProofCode, { body: { password } });
    const remove = (code: string, password = goodPassword) => person.call(removeFactor, { body: { password, code } });
    expect(said(await ask('wrong'))).toEqual(wrong);
    expect(said(await remove('123456'))).toEqual(incorrectCode);
    expect((await ask()).status).toBe(200);
    const code = await world.newestTextedCode();
    expect(said(await remove(otherThan(code)))).toEqual(incorrectCode);
    expect(said(await remove(code, 'wrong'))).toEqual(wrong);
    expect((await person.call(replaceFactor, { body: { password: goodPassword, code } })).status).toBe(200);
    expect(said(await remove(code))).toEqual(incorrectCode);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const newest = await world.newestTextedCode();
    expect(said(await ask())).toEqual([429, 'LIMIT', 'Too many attempts. Please wait and try again.']);
    expect((await remove(newest)).status).toBe(200);
    expect(await next(portal, person.email)).toBe('session');
    expect(enterByText).toBe('session');
    const withApp = await aPersonWithApp(world);
    expect(said(await withApp.call(textProofCode, { body: { password: goodPassword } }))).toEqual(notOnThisAccount);
  });

  test('SEC-17 SEC-13 a recovery that another administrator approves takes the factor off, and a new one has to be set up', async () => {
    const world = await open();
    const { portal } = world;
    const { email, companyId, call } = await aPersonWithApp(world);
    const admin = await signInAs(portal, await aPersonOf(world, 'Admin', { companyId }));
    const challenge = await challengeFor(portal, email);
    expect((await portal.call(askForRecovery, { body: { challenge } })).status).toBe(200);
    const [request] = (await admin.call(listRecoveries)).reply.recoveries;
    const body = { recoveryId: request?.recoveryId, approved: 1, reason: 'Called back.' };
    expect((await admin.call(decideRecovery, { body })).status).toBe(200);
    expect((await call(me)).status).toBe(401);
    expect(said(await answer(portal, challenge, '123456'))).toEqual(timedOut);
    expect(await next(portal, email)).toBe('mfa-setup');
  });

  test('SEC-17 SEC-15 FGP-06 FGP-07 IDP-08 IDP-09 IDP-10 a mailed code sets a new password, ends every session, and leaves the factor', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonWithApp(world);
    const { email, secret } = person;
    const held = await challengeFor(portal, email);
    const code = await resetCodeFor(portal, email);
    const again = 'Invalid verification code provided, please try again.';
    expect(said(await reset(portal, email, otherThan(code)))).toEqual([400, 'CODE_MISMATCH', again]);
    expect((await reset(portal, email, code)).status).toBe(200);
    expect((await person.call(me)).status).toBe(401);
    expect(said(await answer(portal, held, nextCode(portal, { secret })))).toEqual(timedOut);
    expect(await next(portal, email)).toBe('BAD_CREDENTIALS');
    expect(await next(portal, email, better)).toBe('code');
    const over = [400, 'CODE_MISMATCH', 'Invalid verification code provided, please request a code again.'];
    expect(said(await reset(portal, email, code, 'Another-Staple-8'))).toEqual(over);
    const late = await resetCodeFor(portal, email);
    forward(portal, 10 * minute + 1_000);
    expect(said(await reset(portal, email, late, 'Another-Staple-8'))).toEqual(over);
    expect((await mailsTo(portal, email)).map(({ subject }) => subject)).toContain('Your password was changed');
  });

  test('SEC-17 SEC-07 SEC-15 asking for a code tells nobody who has an account; who has not confirmed gets none, who must reset gets in by it', async () => {
    const world = await open();
    const { portal } = world;
    const unconfirmed = await aPersonOf(world, 'Site User', { state: 'unconfirmed' });
    const due = await aPersonOf(world, 'Site User', { state: 'reset' });
    const answers = [];
    for (const email of ['nobody@portal.example', unconfirmed.email, due.email])
      answers.push(await portal.call(forgotPassword, { body: { email } }));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(await mailsTo(portal, 'nobody@portal.example')).toEqual([]);
    expect(await mailsTo(portal, unconfirmed.email)).toEqual([]);
    const code = /^\d{6}$/m.exec((await mailsTo(portal, due.email))[0]?.text ?? '')?.[0] ?? 'none';
    expect((await reset(portal, due.email, code)).status).toBe(200);
    expect(await next(portal, due.email, better)).toBe('session');
    expect((await reset(portal, 'nobody@portal.example', '123456')).code).toBe('CODE_MISMATCH');
    for (let i = 0; i < 2; i += 1) await portal.call(forgotPassword, { body: { email: due.email } });
    expect((await portal.call(forgotPassword, { body: { email: due.email } })).code).toBe('LIMIT');
  });

  test('SEC-17 SEC-05 SEC-14 a password is changed with the old one; our rule holds wherever it is kept', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonOf(world, 'Site User');
    const [here, there] = [await signInAs(portal, person), await signInAs(portal, person)];
    const change = (password: string, newPassword: string) =>
      here.call(changePassword, { body: { password, newPassword } });
    expect(said(await change('wrong', better))).toEqual(wrong);
    expect((await change(goodPassword, 'short')).status).toBe(400);
    expect((await change(goodPassword, 'Password1234!')).code).toBe('PASSWORD_POLICY');
    const changed = await change(goodPassword, better);
    expect((await there.call(me)).status).toBe(401);
    expect((await holding(portal, 'localhost', changed).call(me)).status).toBe(200);
    expect(await next(portal, person.email)).toBe('BAD_CREDENTIALS');
    expect(await next(portal, person.email, better)).toBe('session');
  });

  test('SEC-17 SEC-14 a password is the same however its accents are composed, where it is set and wherever it is asked for', async () => {
    const world = await open();
    const { portal } = world;
    const [whole, apart] = ['Straße-\u00dcberfall-7', 'Straße-U\u0308berfall-7'];
    const { email, ...person } = await aPersonWithApp(world);
    expect((await reset(portal, email, await resetCodeFor(portal, email), apart)).status).toBe(200);
    expect(await next(portal, email, apart)).toBe('code');
    const { challenge } = (await enter(portal, email, whole)).reply as { challenge: string };
    const inside = holding(portal, 'localhost', await answer(portal, challenge, nextCode(portal, person)));
    const change = (password: string, newPassword: string) =>
      inside.call(changePassword, { body: { password, newPassword } });
    const same = 'The new password must differ from the current one.';
    for (const [password, newPassword] of [
      [whole, apart],
      [apart, whole],
    ] as const)
      expect((await change(password, newPassword)).fields).toEqual({ newPassword: same });
    const body = { password: apart, code: nextCode(portal, person) };
    expect((await inside.call(renewRecoveryCodes, { body })).status).toBe(200);
    expect((await change(apart, better)).status).toBe(200);
    expect(await next(portal, email, better)).toBe('code');
  });

  test('SEC-17 SEC-14 SEC-12 a texted code is proven by the password in either composition', async () => {
    const world = await open();
    const { portal } = world;
    const { person } = await aPersonWithTexts(world);
    const [whole, apart] = ['Straße-\u00dcberfall-7', 'Straße-U\u0308berfall-7'];
    expect((await person.call(changePassword, { body: { password: goodPassword, newPassword: apart } })).status).toBe(
      200,
    );
    const { challenge } = (await enter(portal, person.email, whole)).reply as { challenge: string };
    const inside = holding(portal, 'localhost', await answer(portal, challenge, await world.newestTextedCode()));
    expect((await inside.call(textProofCode, { body: { password: whole } })).status).toBe(200);
    const body = { password: apart, code: await world.newestTextedCode() };
    expect((await inside.call(removeFactor, { body })).status).toBe(200);
  });

  test('SEC-17 SEC-14 SEC-09 a password that was kept with its accents beside their letters goes on opening as it comes; a wrong one of that kind counts once', async () => {
    const world = await open();
    const { portal } = world;
    const apart = 'Straße-U\u0308berfall-7';
    const { email } = await aPersonOf(world, 'Site User');
    await world.keepAsItCame(email, apart);
    expect(await next(portal, email, apart)).toBe('session');
    for (const one of [email, 'nobody@portal.example'])
      for (let i = 0; i < 4; i += 1) expect(await next(portal, one, `${apart}!`)).toBe('BAD_CREDENTIALS');
    expect(await next(portal, email, apart)).toBe('session');
  });

  test('SEC-17 SEC-16 IDP-07 SER-15 who was invited signs up, once of many at once, and comes in; an e-mail that has an account is refused', async () => {
    const world = await open();
    const { portal } = world;
    const { code } = await anInvitation(portal);
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(portal, registration(code))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);
    expect(await next(portal, 'ada@clinic.example', better)).toBe('session');

    const { code: other } = await anInvitation(portal, { email: 'grace@clinic.example' });
    await world.addAccount({ email: 'grace@clinic.example' });
    const refused = await register(portal, registration(other, { email: 'grace@clinic.example' }));
    expect(said(refused)).toEqual([400, 'USER_EXISTS', 'An account with the given email already exists.']);
    expect(await portal.rows(`select 1 from provider where email = 'grace@clinic.example'`)).toEqual([]);
    expect(await next(portal, 'grace@clinic.example')).toBe('FORBIDDEN_TYPE');
  });
});

/** A whole sign-in with the next code of an app. */
async function answerNow(portal: Portal, email: string, secret: string) {
  const challenge = await challengeFor(portal, email);
  return answer(portal, challenge, nextCode(portal, { secret }));
}

async function aPersonWithTexts(
  world: World,
): Promise<{ person: Person & Pick<SignedIn, 'call'>; enterByText: string }> {
  const { portal } = world;
  const person = await aPersonOf(world, 'Site User', { texts: true });
  const challenge = await challengeFor(portal, person.email);
  const entered = await answer(portal, challenge, await world.newestTextedCode());
  return { person: { ...person, ...holding(portal, 'localhost', entered) }, enterByText: entered.reply.next };
}
