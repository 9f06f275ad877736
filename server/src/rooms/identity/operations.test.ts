import { endpoints } from '@portal/contract/all.ts';
import { outbox } from '@portal/contract/dev/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { FailureCode } from '@portal/contract/errors.ts';
import { forgotPassword, replaceFactor, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import {
  confirmCode,
  me,
  renewSession,
  signIn,
  signOut,
  signOutEverywhere,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { challengeMs, firstLockMs, passwordTries } from '@portal/contract/identity/rules.ts';
import { expect, test } from 'vitest';
import { aPersonWithApp, aPersonWithPhone, challengeFor, forward, wrongCode } from '#test/factors.ts';
import { hosted } from '#test/identity-worlds.ts';
import { anInvitation, register, registration } from '#test/invitations.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

/** Section 20 of the shell, operation by operation. Signing up is one call with the registration (SEC-16). */
const operations: Record<string, Endpoint> = {
  'IDP-01 sign in': signIn,
  'IDP-02 read the session': me,
  'IDP-02 renew the session': renewSession,
  'IDP-03 confirm a code': confirmCode,
  'IDP-04 start a set-up': startMfaSetup,
  'IDP-05 verify a set-up': verifyMfaSetup,
  'IDP-08 forgot password': forgotPassword,
  'IDP-09 forgot password submit': resetPassword,
  'IDP-10 sign out': signOut,
  'IDP-10 sign out everywhere': signOutEverywhere,
};

test('OPN-01 SEC-31 every operation of identity is a call under one prefix, and of other rooms the proof before a signature alone', () => {
  const served = endpoints.map(({ endpoint }) => endpoint);
  for (const [operation, endpoint] of Object.entries(operations)) {
    expect([operation, served.includes(endpoint)]).toEqual([operation, true]);
    expect([operation, endpoint.path]).toEqual([operation, expect.stringMatching(/^\/auth\//)]);
  }
  for (const { name, endpoint } of endpoints)
    expect([name, endpoint.path.startsWith('/auth/')]).toEqual([
      name,
      name.startsWith('identity.') || name === 'signing.stepUp',
    ]);
});

/** How each failure comes about, in a portal of its own. */
const failing: Record<string, (portal: Portal) => Promise<unknown>> = {
  BAD_CREDENTIALS: async (portal) => {
    const { email } = await aPersonWithAccount(portal, 'Site User');
    return portal.call(signIn, { body: { email, password: 'wrong' } });
  },
  NOT_CONFIRMED: async (portal) => {
    const { email } = await aPersonWithAccount(portal, 'Site User', { state: 'unconfirmed' });
    return portal.call(signIn, { body: { email, password: goodPassword } });
  },
  RESET_REQUIRED: async (portal) => {
    const { email } = await aPersonWithAccount(portal, 'Site User', { state: 'reset' });
    return portal.call(signIn, { body: { email, password: goodPassword } });
  },
  LOCKED: async (portal) => {
    const { email } = await aPersonWithAccount(portal, 'Site User');
    for (let n = 0; n < passwordTries; n += 1) await portal.call(signIn, { body: { email, password: 'wrong' } });
    return portal.call(signIn, { body: { email, password: goodPassword } });
  },
  FORBIDDEN_TYPE: async (portal) => {
    const { email } = await aPersonWithAccount(portal, 'System');
    return portal.call(signIn, { body: { email, password: goodPassword } });
  },
  CODE_MISMATCH: async (portal) => {
    const person = await aPersonWithApp(portal);
    const challenge = await challengeFor(portal, person.email);
    return portal.call(confirmCode, { body: { challenge, code: wrongCode(portal, person) } });
  },
  CHALLENGE_EXPIRED: async (portal) => {
    const person = await aPersonWithApp(portal);
    const challenge = await challengeFor(portal, person.email);
    forward(portal, challengeMs + firstLockMs);
    return portal.call(confirmCode, { body: { challenge, code: wrongCode(portal, person) } });
  },
  MFA_NOT_FOUND: async (portal) => {
    const person = await aSignedInPerson(portal, 'Site User');
    return person.call(replaceFactor, { body: { password: goodPassword, code: '123456' } });
  },
  USER_EXISTS: async (portal) => {
    const { code } = await anInvitation(portal);
    await portal.aPerson('Nurse', { company_id: await portal.aCompany(), email: 'ada@clinic.example' });
    return register(portal, registration(code));
  },
  PASSWORD_POLICY: async (portal) => {
    const { code } = await anInvitation(portal);
    return register(portal, registration(code, { password: 'Trellis-Trellis-1' }));
  },
  LIMIT: async (portal) => {
    await portal.call(signIn, { body: { email: 'nobody@portal.example', password: 'wrong' } });
    return portal.call(signIn, { body: { email: 'nobody@portal.example', password: 'wrong' } });
  },
};
const sentences: Partial<Record<FailureCode, [number, string]>> = {
  BAD_CREDENTIALS: [400, 'Email or password incorrect.'],
  NOT_CONFIRMED: [400, 'User not confirmed.'],
  RESET_REQUIRED: [400, 'Password reset required.'],
  LOCKED: [400, 'Password attempts exceeded, Please wait and try again'],
  FORBIDDEN_TYPE: [403, 'Access forbidden.'],
  CODE_MISMATCH: [400, 'Incorrect Code'],
  CHALLENGE_EXPIRED: [400, 'Session timed out. Refresh the page to login'],
  MFA_NOT_FOUND: [400, 'MFA cannot be enabled on your account.'],
  USER_EXISTS: [400, 'An account with the given email already exists.'],
  LIMIT: [429, 'Too many attempts. Please wait and try again.'],
};

test.each(Object.keys(failing))('OPN-01 a failure of identity has its code and a sentence: %s', async (code) => {
  onItsOwn();
  const portal = await openPortal(code === 'LIMIT' ? { SIGN_IN_FAILURES_PER_ADDRESS: '1' } : {});
  const answer = (await failing[code]?.(portal)) as { status: number; code: string; message: string };
  const [status, sentence] = sentences[code as FailureCode] ?? [400, answer.message];
  expect(answer).toMatchObject({ status, code, message: sentence });
  expect(answer.message).toMatch(/^[A-Z].{10,}/);
});

test('OPN-01 while the identity provider is away, signing in is UNAVAILABLE and says so', async () => {
  const { portal, pool } = await hosted();
  pool.refuse('AdminInitiateAuth', 'InternalErrorException', 'Something went wrong', 2);
  const body = { email: 'ada@clinic.example', password: goodPassword };
  expect(await portal.call(signIn, { body })).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Unable to sign in',
  });
});

test('OPN-01 SER-19 a wrong reset code is told in a sentence, and mails and texts can be read in test mode', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email, phone } = await aPersonWithPhone(portal);
  await portal.call(forgotPassword, { body: { email } });
  await challengeFor(portal, email);
  const body = { email, code: '000000', password: 'Battery-Staple-7' };
  const refused = await portal.call(resetPassword, { body });
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'CODE_MISMATCH',
    'Invalid verification code provided, please try again.',
  ]);
  const caught = (await portal.call(outbox)).reply;
  expect(caught.map(({ channel, to }) => [channel, to])).toEqual([
    ['sms', phone],
    ['email', email],
  ]);
  for (const { text } of caught) expect(text).toMatch(/\b\d{6}\b/);
  expect((await portal.call(outbox, { query: { to: email } })).reply).toHaveLength(1);
  const production = await openPortal({
    PORTAL_MODE: 'production',
    DATABASE_URL: 'postgres://db/x?sslmode=verify-full',
    TLS_AT_EDGE: 'yes',
  });
  const answer = await production.call(outbox, { headers: { host: 'na.trialcard.test' } });
  expect(answer.status).toBe(404);
});
