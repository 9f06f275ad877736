/** What only a hosted pool can do to the portal: be away, refuse, be changed behind its back, hand out tokens. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listSessions,
  removeFactor,
  renewRecoveryCodes,
  replaceFactor,
  resetPassword,
  textProofCode,
} from '@portal/contract/identity/account-endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  me,
  signIn,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { challengeFor, forward, nextCode, wrongCode } from '#test/factors.ts';
import { aPersonOf, hosted, textedTo, type World } from '#test/identity-worlds.ts';
import { anInvitation, register, registration } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { goodPassword, holding, signInAs } from '#test/people.ts';
import type { Mood, PoolStandIn } from '#test/pool-stand-in.ts';
import type { Portal } from '#test/portal.ts';

const enter = (portal: Portal, email: string, password = goodPassword) =>
  portal.call(signIn, { body: { email, password } });
const next = async (portal: Portal, email: string) => {
  const { reply, code } = await enter(portal, email);
  return code ?? reply.next;
};
const unableToSignIn = { status: 503, body: { code: 'UNAVAILABLE', message: 'Unable to sign in' } };
/** A Site User with an app, who is signed in. */
async function aPersonWithApp(world: World) {
  const { portal } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
  const { secret } = (await person.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  const verified = await person.call(verifyMfaSetup, {
    body: { password: goodPassword, code: nextCode(portal, { secret }) },
  });
  return { ...person, ...holding(portal, 'localhost', verified), secret };
}

test.each<Mood>(['gone', 'garbled', 'failing', 'silent'])(
  'SEC-17 REL-12 SER-05 while the pool is %s sign-in says so within 5 s and counts nothing, open sessions go on, and all is well afterwards',
  async (mood) => {
    const world = await hosted();
    const { portal, pool } = world;
    const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
    const admin = await aPersonOf(world, 'Admin');
    const { secret, email } = await aPersonWithApp(world);
    const challenge = await challengeFor(portal, email);
    const { challenge: setUp } = (await enter(portal, admin.email)).reply as { challenge: string };
    pool.mood = mood;
    const from = Date.now();
    const tries = Array.from({ length: mood === 'silent' ? 1 : 7 }, () => enter(portal, person.email, 'wrong'));
    const [code, started, asked, ...away] = await Promise.all([
      portal.call(confirmCode, { body: { challenge, code: nextCode(portal, { secret }) } }),
      portal.call(startMfaSetup, { body: { challenge: setUp } }),
      portal.call(forgotPassword, { body: { email: person.email } }),
      ...tries,
    ]);
    expect(Date.now() - from).toBeLessThan(5_000);
    // At once they are let in one after the other; whoever has to wait may be told so instead.
    const told = away.filter((answer) => answer.code !== 'LOCKED');
    expect(told.length).toBeGreaterThan(0);
    for (const answer of told) expect(answer).toMatchObject(unableToSignIn);
    expect(code).toMatchObject(unableToSignIn);
    expect(started).toMatchObject({ status: 503, message: 'Unable to setup MFA. Please try again later.' });
    expect(asked).toMatchObject({
      status: 503,
      message: 'The service is not available at the moment. Please try again.',
    });
    expect((await person.call(me)).reply.mfa).toBe('none');
    expect((await person.call(listSessions)).status).toBe(200);
    pool.mood = 'well';
    expect(await next(portal, person.email)).toBe('session');
    const later = await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, { secret }) } });
    expect(later.reply.next).toBe('session');
    expect(portal.logged.join('')).not.toContain(person.email);
  },
);

test('SEC-07 a lock of the pool is told like our own, with a time to come again', async () => {
  const world = await hosted();
  const { email } = await aPersonOf(world, 'Site User');
  world.pool.refuse('AdminInitiateAuth', 'NotAuthorizedException', 'Password attempts exceeded', 2);
  const { code, headers } = await enter(world.portal, email);
  expect([code, headers['retry-after']]).toEqual(['LOCKED', '1']);
});

test.each([
  ['NotAuthorizedException', 'Incorrect username or password.', 400, 'BAD_CREDENTIALS'],
  ['NotAuthorizedException', 'In words that it has not used before', 400, 'BAD_CREDENTIALS'],
  ['UserNotFoundException', 'User does not exist.', 400, 'BAD_CREDENTIALS'],
  ['NotAuthorizedException', 'Password attempts exceeded', 400, 'LOCKED'],
  ['NotAuthorizedException', 'User is disabled.', 403, 'FORBIDDEN_TYPE'],
  ['NotAuthorizedException', 'Temporary password has expired and must be reset.', 400, 'RESET_REQUIRED'],
  ['NotAuthorizedException', 'Unable to verify secret hash for client 7h1n', 503, 'UNAVAILABLE'],
  [
    'NotAuthorizedException',
    'Client 7h1n is configured with secret but SECRET_HASH was not received',
    503,
    'UNAVAILABLE',
  ],
  ['UserNotConfirmedException', 'User is not confirmed.', 400, 'NOT_CONFIRMED'],
  ['PasswordResetRequiredException', 'Password reset required for the user', 400, 'RESET_REQUIRED'],
  ['TooManyRequestsException', 'Rate exceeded', 429, 'LIMIT'],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 429, 'LIMIT'],
  ['UnrecognizedClientException', 'The security token included in the request is invalid.', 503, 'UNAVAILABLE'],
  ['ResourceNotFoundException', 'User pool does not exist.', 503, 'UNAVAILABLE'],
  ['UserLambdaValidationException', 'PreAuthentication failed', 503, 'UNAVAILABLE'],
] as const)(
  'SEC-17 SER-01 SER-02 SER-03 SER-04 SER-05 SER-06 at sign-in %s "%s" is told as %i %s',
  async (type, message, status, code) => {
    const world = await hosted();
    const { email } = await aPersonOf(world, 'Site User');
    world.pool.refuse('AdminInitiateAuth', type, message, 2);
    expect(await enter(world.portal, email)).toMatchObject({ status, code });
  },
);

test.each([
  ['CodeMismatchException', 'Invalid code received for user', 'CODE_MISMATCH', 'Incorrect Code'],
  ['ExpiredCodeException', 'Your software token has already been used once.', 'CODE_MISMATCH', 'Incorrect Code'],
  [
    'NotAuthorizedException',
    'Invalid session for the user, session is expired.',
    'CHALLENGE_EXPIRED',
    'Session timed out. Refresh the page to login',
  ],
  [
    'SoftwareTokenMFANotFoundException',
    'Software token MFA is not enabled.',
    'MFA_NOT_FOUND',
    'MFA cannot be enabled on your account.',
  ],
])('SEC-17 SER-08 SER-09 SER-10 at the code step %s "%s" is told as %s', async (type, said, code, message) => {
  const world = await hosted();
  const { email, secret } = await aPersonWithApp(world);
  const challenge = await challengeFor(world.portal, email);
  world.pool.refuse('AdminRespondToAuthChallenge', type, said);
  const body = { challenge, code: nextCode(world.portal, { secret }) };
  expect(await world.portal.call(confirmCode, { body })).toMatchObject({ status: 400, code, message });
});

test('SEC-17 SER-10 SER-11 in the set-up an account that cannot have an app is told so, and anything else is a try for later', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
  pool.refuse('AssociateSoftwareToken', 'SoftwareTokenMFANotFoundException', 'Software token MFA is not enabled.');
  expect(await person.call(startMfaSetup, { body: { password: goodPassword } })).toMatchObject({
    status: 400,
    code: 'MFA_NOT_FOUND',
  });
  pool.refuse('AssociateSoftwareToken', 'ConcurrentModificationException', 'Try again');
  expect((await person.call(startMfaSetup, { body: { password: goodPassword } })).message).toBe(
    'Unable to setup MFA. Please try again later.',
  );
  const { secret } = (await person.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  // Nothing is half set up when the pool fails at the last step.
  pool.refuse('AdminSetUserMFAPreference', 'InternalErrorException', 'Something went wrong', 2);
  const code = nextCode(portal, { secret });
  expect((await person.call(verifyMfaSetup, { body: { password: goodPassword, code } })).status).toBe(503);
  expect((await person.call(me)).reply.mfa).toBe('none');
  expect(await portal.rows('select 1 from recovery_code')).toEqual([]);
  expect(await next(portal, person.email)).toBe('session');
});

test.each([
  ['signed by somebody else', { signsWith: "somebody else's key" as const }],
  ['of another pool', { claims: { iss: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Other' } }],
  ['for another client', { claims: { client_id: 'another' } }],
  ['that is no access token', { claims: { token_use: 'id' } }],
  ['that has expired', { claims: { exp: 1_700_000_000 } }],
])('SEC-17 a token %s lets nobody in', async (_what, flaw) => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Site User');
  const withApp = await aPersonWithApp(world);
  const challenge = await challengeFor(portal, withApp.email);
  Object.assign(pool, flaw);
  expect(await enter(portal, email)).toMatchObject(unableToSignIn);
  const body = { challenge, code: nextCode(portal, withApp) };
  expect(await portal.call(confirmCode, { body })).toMatchObject(unableToSignIn);
  Object.assign(pool, { signsWith: 'its own key', claims: {} });
  expect(await next(portal, email)).toBe('session');
});

test('SEC-17 SEC-13 nothing that the pool gives out is in the database, an answer or the log as it is; no password goes anywhere else', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email, secret } = await aPersonWithApp(world);
  const bodies = [(await enter(portal, email)).body];
  const texted = await aPersonOf(world, 'Site User', { texts: true });
  bodies.push((await enter(portal, texted.email)).body);
  bodies.push((await enter(portal, (await aPersonOf(world, 'Site User')).email)).body);
  const tables = await portal.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const kept = [];
  for (const { name } of tables) kept.push(await portal.rows(`select * from "${name}"`));
  const seen = JSON.stringify([kept, bodies, portal.logged]);
  expect(kept.flat().some((row) => (row as { pool_answer?: string | null }).pool_answer)).toBe(true);
  expect(kept.flat().some((row) => (row as { refresh_token?: string | null }).refresh_token)).toBe(true);
  expect(pool.secrets.length).toBeGreaterThan(8);
  for (const one of [...pool.secrets, secret, goodPassword]) expect(seen).not.toContain(one);
});

test('SEC-17 SEC-09 of 40 wrong passwords at once the pool is asked about five at most; its own lock is told as ours', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Site User');
  pool.calls.length = 0;
  const answers = await Promise.all(Array.from({ length: 40 }, () => enter(portal, email, 'wrong')));
  expect(pool.calls.length).toBeLessThanOrEqual(5);
  expect(answers.filter(({ code }) => code === 'LOCKED').length).toBeGreaterThanOrEqual(35);
});

test('SEC-13 SEC-17 a factor that is switched off in the pool is on again before its person comes in, and one that is set up there is asked for', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email, secret } = await aPersonWithApp(world);
  const user = pool.userOf(email);
  user.on.clear();
  user.preferred = null;
  expect(await next(portal, email)).toBe('code');
  expect([...user.on]).toEqual(['SOFTWARE_TOKEN_MFA']);
  const body = { challenge: await challengeFor(portal, email), code: nextCode(portal, { secret }) };
  expect((await portal.call(confirmCode, { body })).reply.next).toBe('session');

  const other = await signInAs(portal, await aPersonOf(world, 'Site User'));
  const changed = pool.userOf(other.email);
  changed.on.add('SMS_MFA');
  changed.attributes = { phone_number: textedTo };
  expect((await enter(portal, other.email)).reply).toMatchObject({ next: 'code', factor: 'sms' });
  expect((await other.call(me)).reply.mfa).toBe('sms');
});

test('SEC-13 SEC-17 while a recovery code stands in for the app, nobody else comes in past the factor', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await aPersonWithApp(world);
  const { email } = person;
  const proof = { password: goodPassword, code: nextCode(portal, person) };
  const [recoveryCode] = (await person.call(renewRecoveryCodes, { body: proof })).reply.recoveryCodes;
  let meanwhile: Promise<string> | undefined;
  // The factor is off, and somebody who knows the password signs in: the pool has let them pass before it goes on.
  pool.afterNext('AdminSetUserMFAPreference', async () => {
    expect([...pool.userOf(email).on]).toEqual([]);
    const passed = new Promise<void>((done) => pool.afterNext('AdminInitiateAuth', async () => done()));
    meanwhile = next(portal, email);
    await passed;
  });
  const body = { password: goodPassword, code: recoveryCode };
  expect((await person.call(replaceFactor, { body })).status).toBe(200);
  expect(await meanwhile).toBe('code');
  expect([...pool.userOf(email).on]).toEqual(['SOFTWARE_TOKEN_MFA']);
});

test('SEC-16 SEC-17 IDP-07 SER-16 a registration that dies half-way leaves nothing of ours, and the same again makes one account that works', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { code } = await anInvitation(portal);
  const body = registration(code);
  const sorry = { status: 503, code: 'SIGN_UP_FAILED', message: expect.stringContaining('Please contact') as string };
  const ours = () =>
    portal.rows(`select 1 from provider where email = 'ada@clinic.example' union all select 1 from terms_acceptance`);
  pool.refuse('AdminCreateUser', 'InternalErrorException', 'Something went wrong', 2);
  expect(await register(portal, body)).toMatchObject(sorry);
  pool.refuse('AdminSetUserPassword', 'InternalErrorException', 'Something went wrong', 2);
  expect(await register(portal, body)).toMatchObject(sorry);
  expect(pool.userOf('ada@clinic.example').status).toBe('FORCE_CHANGE_PASSWORD');
  // The pool has done all of it, and then our own commit is lost.
  await portal.rows(
    `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`,
  );
  await portal.rows(
    `create constraint trigger lose after insert on terms_acceptance deferrable initially deferred for each row execute function lose()`,
  );
  expect(await register(portal, body)).toMatchObject(sorry);
  expect(pool.userOf('ada@clinic.example').status).toBe('CONFIRMED');
  expect(await ours()).toEqual([]);
  await portal.rows('drop trigger lose on terms_acceptance');
  expect((await register(portal, body)).status).toBe(200);
  expect(await ours()).toHaveLength(2);
  expect(pool.users).toHaveLength(1);
  expect(pool.userOf('ada@clinic.example').attributes).toEqual({
    email: 'ada@clinic.example',
    email_verified: 'true',
    phone_number: body.phone,
    given_name: 'Grace',
    family_name: 'Hopper',
    'custom:role': 'care_provider',
  });
  expect((await enter(portal, 'ada@clinic.example', body.password)).reply.next).toBe('session');
});

test('SEC-17 SER-19 where the pool wants more of a password than we do, its own sentence is told, and nothing has changed', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
  const { email } = person;
  expect((await portal.call(forgotPassword, { body: { email } })).status).toBe(200);
  const code = /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0];
  const body = { email, code, password: 'Battery-Staple-7' };
  const sentence = 'Password does not conform to policy: Password not long enough';
  const refused = { status: 400, code: 'PASSWORD_POLICY', message: sentence };
  pool.refuse('AdminSetUserPassword', 'InvalidPasswordException', sentence);
  expect(await portal.call(resetPassword, { body })).toMatchObject({ ...refused, fields: { password: sentence } });
  expect((await person.call(me)).status).toBe(200);
  pool.refuse('AdminSetUserPassword', 'PasswordHistoryPolicyViolationException', sentence);
  const change = { password: goodPassword, newPassword: body.password };
  const unchanged = await person.call(changePassword, { body: change });
  expect(unchanged).toMatchObject({ ...refused, fields: { newPassword: sentence } });
  expect(await next(portal, email)).toBe('session');
  expect((await portal.call(resetPassword, { body })).status).toBe(200);
  expect(pool.calls.at(-1)).toBe('AdminUserGlobalSignOut');
  expect((await enter(portal, email, body.password)).reply.next).toBe('session');
});

test('SEC-17 SEC-05 SEC-02 REL-12 a change whose answer is lost after the pool has made it is finished by the next try: other sessions end, it is on record, and its owner gets a mail', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await aPersonOf(world, 'Site User');
  const [here, there] = [await signInAs(portal, person), await signInAs(portal, person)];
  const change = () => here.call(changePassword, { body: { password: goodPassword, newPassword: 'Battery-Staple-7' } });
  const onRecord = async () =>
    (await portal.rows(`select 1 from audit_entry where action = 'account.password_changed'`)).length;
  const versions = () => portal.rows('select credential_version from pool_account');
  const before = await versions();
  const lost = async () => {
    throw new Error('the answer is lost');
  };
  for (let n = 0; n < 2; n++) pool.afterNext('AdminSetUserPassword', lost);
  expect((await change()).status).toBe(503);
  expect(pool.userOf(person.email).password).toBe('Battery-Staple-7');
  expect([(await there.call(me)).status, await onRecord(), await versions()]).toEqual([200, 0, before]);

  // The pool would not take the same one twice.
  pool.refuse('AdminSetUserPassword', 'PasswordHistoryPolicyViolationException', 'Password was used before');
  const changed = await change();
  expect(changed.status).toBe(200);
  expect((await holding(portal, 'localhost', changed).call(me)).status).toBe(200);
  expect([(await there.call(me)).status, await onRecord()]).toEqual([401, 1]);
  expect(await versions()).not.toEqual(before);
  const subjects = (await mailsTo(portal, person.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Your password was changed')).toHaveLength(1);
  expect((await enter(portal, person.email, 'Battery-Staple-7')).reply.next).toBe('session');
});

test('SEC-17 SEC-09 nobody guesses by the new password of a change: it is looked at in the first wrong try of a row alone, and each counts once', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
  const change = async (newPassword: string) =>
    (await person.call(changePassword, { body: { password: 'wrong', newPassword } })).code;
  expect(await change('Battery-Staple-7')).toBe('BAD_CREDENTIALS');
  pool.calls.length = 0;
  for (let n = 2; n <= 5; n++) expect(await change(goodPassword)).toBe('BAD_CREDENTIALS');
  expect(pool.calls).toEqual(Array.from({ length: 4 }, () => 'AdminInitiateAuth'));
  expect(await change(goodPassword)).toBe('LOCKED');
});

test('SEC-17 operators are told to give the portal the right to every call that it makes as an administrator of the pool', () => {
  const calls = globSync('pool*.ts', { cwd: import.meta.dirname }).flatMap((file) => [
    ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/\.(admin[A-Z]\w+)\(/g),
  ]);
  const made = new Set(calls.map(([, name = '']) => `A${name.slice(1)}`));
  const manual = readFileSync(path.join(import.meta.dirname, '../../../../../docs/operators.md'), 'utf8');
  const given = /They need these actions on this one pool: ([^.]+)\./.exec(manual)?.[1] ?? '';
  expect(new Set(given.match(/Admin\w+/g))).toEqual(made);
  expect(made.size).toBeGreaterThan(6);
});

test('SEC-17 a token of the pool is kept no longer than a session may last', async () => {
  const world = await hosted();
  const { portal } = world;
  const person = await aPersonOf(world, 'Site User');
  await signInAs(portal, person);
  const kept = () => portal.rows('select 1 from pool_account where refresh_token is not null');
  forward(portal, 11 * 3_600_000);
  await clearAway(portal.app);
  expect(await kept()).toHaveLength(1);
  forward(portal, 3_600_001);
  await clearAway(portal.app);
  expect(await kept()).toEqual([]);
});

test('SEC-13 SEC-17 a factor that the pool does not take off is not taken off here', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await aPersonWithApp(world);
  const body = { password: goodPassword, code: nextCode(portal, person) };
  pool.refuse('AdminSetUserMFAPreference', 'InternalErrorException', 'Something went wrong', 2);
  expect((await person.call(removeFactor, { body })).status).toBe(503);
  expect((await person.call(me)).reply.mfa).toBe('totp');
  expect(await next(portal, person.email)).toBe('code');

  const admin = await signInAs(portal, await aPersonOf(world, 'Admin', { companyId: person.companyId }));
  const challenge = await challengeFor(portal, person.email);
  expect((await portal.call(askForRecovery, { body: { challenge } })).status).toBe(200);
  const [row] = await portal.rows<{ recovery_id: number }>('select recovery_id from mfa_recovery');
  const decision = { recoveryId: row?.recovery_id, approved: 1, reason: 'Called back.' };
  pool.refuse('AdminSetUserMFAPreference', 'InternalErrorException', 'Something went wrong', 2);
  expect((await admin.call(decideRecovery, { body: decision })).status).toBe(503);
  expect((await admin.call(decideRecovery, { body: decision })).status).toBe(200);
  expect(await next(portal, person.email)).toBe('mfa-setup');
});

/** Fails at this call so often that each of them, counted, would be more than are allowed; the portal asks twice each time. */
async function failOften(pool: PoolStandIn, call: string, times: number, tried: () => Promise<{ status: number }>) {
  for (let time = 0; time < times; time += 1) {
    pool.refuse(call, 'InternalErrorException', 'Something went wrong', 2);
    expect((await tried()).status).toBe(503);
  }
}

test('SEC-12 SEC-17 a right recovery code that the pool cannot follow counts as no try, and works once the pool answers', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const person = await aPersonWithApp(world);
  const proof = { password: goodPassword, code: nextCode(portal, person) };
  const [recoveryCode] = (await person.call(renewRecoveryCodes, { body: proof })).reply.recoveryCodes;
  const body = { password: goodPassword, code: recoveryCode };
  await failOften(pool, 'AdminSetUserMFAPreference', 10, () => person.call(replaceFactor, { body }));
  expect((await person.call(replaceFactor, { body })).status).toBe(200);
});

test('SEC-12 a recovery code that is none of those that can be read counts as a try, also where another one cannot be read', async () => {
  const world = await hosted();
  const person = await aPersonWithApp(world);
  const proof = { password: goodPassword, code: nextCode(world.portal, person) };
  await person.call(renewRecoveryCodes, { body: proof });
  await world.portal.rows(
    `update recovery_code set encrypted_hash = $2 where code_id = (select min(code_id) from recovery_code where email = $1)`,
    [person.email, 'of a lost secret'],
  );
  const tries: number[] = [];
  for (let n = 0; n < 11; n += 1)
    tries.push((await person.call(replaceFactor, { body: { password: goodPassword, code: 'aaaaa-aaaaa' } })).status);
  expect(tries).toEqual([...Array<number>(10).fill(400), 429]);
  const locks = () => world.portal.rows(`select changes from audit_entry where action = 'account.locked'`);
  await expect.poll(locks).toHaveLength(1);
});

test('SEC-12 SEC-17 a texted code that the pool cannot look at counts as no try', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Site User', { texts: true });
  const challenge = await challengeFor(portal, email);
  const entered = await portal.call(confirmCode, { body: { challenge, code: await world.newestTextedCode() } });
  const person = holding(portal, 'localhost', entered);
  await person.call(textProofCode, { body: { password: goodPassword } });
  const body = { password: goodPassword, code: await world.newestTextedCode() };
  await failOften(pool, 'AdminRespondToAuthChallenge', 5, () => person.call(replaceFactor, { body }));
  expect((await person.call(replaceFactor, { body })).status).toBe(200);
});

test('SEC-12 SEC-17 a right code of a set-up that the pool does not finish counts as no try', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Admin');
  const challenge = await challengeFor(portal, email);
  const setUp = async () => {
    const { secret } = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
    return portal.call(verifyMfaSetup, { body: { challenge, code: nextCode(portal, { secret }) } });
  };
  await failOften(pool, 'AdminSetUserMFAPreference', 5, setUp);
  expect((await setUp()).status).toBe(200);
});

test('SEC-17 who has app and phone in the pool is asked for the app', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email, secret } = await aPersonWithApp(world);
  const user = pool.userOf(email);
  user.on.add('SMS_MFA');
  user.preferred = null;
  const challenge = await challengeFor(portal, email);
  const wrong = { challenge, code: wrongCode(portal, { secret }) };
  expect((await portal.call(confirmCode, { body: wrong })).code).toBe('CODE_MISMATCH');
  const body = { challenge, code: nextCode(portal, { secret }) };
  expect((await portal.call(confirmCode, { body })).reply.next).toBe('session');
  expect(pool.texts).toEqual([]);
});

test('SEC-17 REL-13 a restored copy lets people in by the pool and changes nothing there until its operator releases it', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const companyId = await portal.aCompany();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId, admin_rights: true }));
  const person = await aPersonWithApp(world);
  const other = await signInAs(portal, await aPersonOf(world, 'Site User', { companyId }));
  const gone = await signInAs(portal, await aPersonOf(world, 'Site User', { companyId }));
  const end = (removal_type: 'deactivate' | 'remove') =>
    admin.call(removeUser, { query: { cp_id: gone.providerId, removal_type } });
  expect((await end('deactivate')).status).toBe(200);
  await portal.call(forgotPassword, { body: { email: other.email } });
  const code = /^\d{6}$/m.exec((await mailsTo(portal, other.email))[0]?.text ?? '')?.[0];
  const invitation = await anInvitation(portal, { email: 'grace@clinic.example' });
  await portal.rows('update installation set holds_outbound = true');
  const changing = [
    'AdminCreateUser',
    'AdminSetUserPassword',
    'AdminDeleteUser',
    'AdminSetUserMFAPreference',
    'AdminUserGlobalSignOut',
    'AssociateSoftwareToken',
    'VerifySoftwareToken',
  ];
  const changes = () => pool.calls.filter((name) => changing.includes(name)).length;
  const before = changes();
  const newPassword = 'Another-good-passw0rd';
  const tried = async () => [
    await register(portal, registration(invitation.code, { email: 'grace@clinic.example' })),
    await portal.call(resetPassword, { body: { email: other.email, code, password: newPassword } }),
    await other.call(changePassword, { body: { password: goodPassword, newPassword } }),
    await other.call(startMfaSetup, { body: { password: goodPassword } }),
    await end('remove'),
  ];
  const copy =
    'This portal was restored from a backup and may be a copy, so it changes no accounts yet. Please ask its operator.';
  const [registered, ...others] = (await tried()).map(({ status, message }) => [status, message]);
  // SER-16.
  expect(registered).toEqual([503, expect.stringMatching(/^There was a problem during sign-up\./)]);
  expect(others).toEqual(Array(4).fill([409, copy]));
  expect(changes()).toBe(before);
  // Who they are is asked for as ever.
  expect(await next(portal, other.email)).toBe('session');
  const challenge = await challengeFor(portal, person.email);
  const confirmed = await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, person) } });
  expect(confirmed.reply.next).toBe('session');
  // Whose factor was taken off in the pool since the backup would get it back there.
  const taken = pool.userOf(person.email);
  taken.on.clear();
  taken.preferred = null;
  const keptOut = await enter(portal, person.email);
  expect([keptOut.status, keptOut.message, taken.on.size]).toEqual([409, copy, 0]);

  await portal.rows('update installation set holds_outbound = false');
  expect((await end('remove')).status).toBe(200);
  expect(changes()).toBeGreaterThan(before);
});
