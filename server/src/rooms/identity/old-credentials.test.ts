/** What was proven by a credential opens nothing once that has been changed, however many prove it meanwhile (SEC-02, SEC-05). */
import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listRecoveries,
  removeFactor,
  replaceFactor,
  resetPassword,
} from '@portal/contract/identity/account-endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  enterByRecoveryCode,
  me,
  renewSession,
  signIn,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Proof } from '#platform/security/proof.ts';
import { identityOf, setAccountState } from './door.ts';
import { challengeFor, nextCode } from '#test/factors.ts';
import { aPersonOf, type World, worlds } from '#test/identity-worlds.ts';
import { mailsTo } from '#test/mails.ts';
import {
  aPersonWithAccount,
  cookieOf,
  goodPassword,
  holding,
  renewing,
  type SignedIn,
  signInAs,
} from '#test/people.ts';
import { type Answer, onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { somebodyWaits } from '#test/waits.ts';

const better = 'Battery-Staple-7';
const password = goodPassword;

type Entered = Answer<typeof signIn>;
const enter = (portal: Portal, email: string, by = goodPassword): Promise<Entered> =>
  portal.call(signIn, { body: { email, password: by } });
/**
 * Tries without pause, four at any moment and twelve at least, from before until after the credential is changed. No more at once:
 * of the rest the lock would refuse each, and the change among them (SEC-09).
 */
async function triesWhile<T>(attempt: () => Promise<T>, change: () => Promise<Answer<Endpoint>>): Promise<T[]> {
  const answers: T[] = [];
  let isChanged = false;
  const lane = async () => {
    for (let made = 0; made < 3 || !isChanged; made += 1) answers.push(await attempt());
  };
  const lanes = Array.from({ length: 4 }, lane);
  const { status, message } = await change();
  isChanged = true;
  await Promise.all(lanes);
  expect([status, message]).toEqual([200, undefined]);
  return answers;
}

/** How many of these answers still open something: a session by token or cookie, a half-way challenge by any of its calls. */
async function stillOpen(portal: Portal, answers: readonly Answer<Endpoint>[], secret?: string): Promise<string[]> {
  const open: string[] = [];
  for (const answer of answers) {
    const reply = answer.reply as { next?: string; accessToken?: string; challenge?: string } | undefined;
    if (reply?.accessToken !== undefined) {
      const held = holding(portal, 'localhost', answer as Entered);
      if ((await held.call(me)).status === 200) open.push('token');
      if ((await portal.call(renewSession, { body: {}, headers: renewing(held) })).status === 200) open.push('cookie');
    }
    if (reply?.challenge === undefined) continue;
    const { challenge } = reply;
    const code = secret ? nextCode(portal, { secret }) : '123456';
    const given = { body: { challenge, code } };
    if ((await portal.call(startMfaSetup, { body: { challenge } })).code !== 'CHALLENGE_EXPIRED') open.push('set-up');
    if ((await portal.call(confirmCode, given)).code !== 'CHALLENGE_EXPIRED') open.push('code');
  }
  return open;
}

interface Somebody extends Pick<SignedIn, 'email' | 'companyId' | 'secret' | 'call'> {}
/** Somebody signed in who has an app. */
async function aPersonWithApp(world: World): Promise<SignedIn & { secret: string; recoveryCodes: readonly string[] }> {
  const { portal } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
  const { secret } = (await person.call(startMfaSetup, { body: { password } })).reply;
  const verified = await person.call(verifyMfaSetup, { body: { password, code: nextCode(portal, { secret }) } });
  return { ...person, ...holding(portal, 'localhost', verified), secret, recoveryCodes: verified.reply.recoveryCodes };
}
async function resetCodeFor(portal: Portal, email: string): Promise<string> {
  await portal.call(forgotPassword, { body: { email } });
  return /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'none';
}

describe.each(worlds)('with the %s identity provider', (name, open) => {
  test('SEC-02 SEC-05 of sign-ins without pause with the old password while it is changed, none opens anything that lasts', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const person = await aPersonOf(world, 'Site User');
    const here = await signInAs(portal, person);
    const body = { password: goodPassword, newPassword: better };
    let changed: Answer<typeof changePassword> | undefined;
    const answers = await triesWhile(
      () => enter(portal, person.email),
      async () => (changed = await here.call(changePassword, { body })),
    );
    expect(await stillOpen(portal, answers)).toEqual([]);
    // Only the session that changed it goes on.
    expect((await holding(portal, 'localhost', changed as Answer<typeof changePassword>).call(me)).status).toBe(200);
    expect(await portal.rows('select 1 from session where ended_at is null')).toHaveLength(1);
  });

  test('SEC-05 SEC-15 of sign-ins without pause with the old password while it is reset, none opens anything that lasts', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const { email } = await aPersonOf(world, 'Site User');
    const code = await resetCodeFor(portal, email);
    const answers = await triesWhile(
      () => enter(portal, email),
      () => portal.call(resetPassword, { body: { email, code, password: better } }),
    );
    expect(await stillOpen(portal, answers)).toEqual([]);
    expect(await portal.rows('select 1 from session where ended_at is null')).toEqual([]);
  });

  test('SEC-02 SEC-08 SEC-15 of those who are held half-way while the password is reset, none is let on', async () => {
    const world = await open();
    const { portal } = world;
    const { email, secret } = await aPersonWithApp(world);
    const code = await resetCodeFor(portal, email);
    const answers = await triesWhile(
      () => enter(portal, email),
      () => portal.call(resetPassword, { body: { email, code, password: better } }),
    );
    expect(await stillOpen(portal, answers, secret)).toEqual([]);
  });

  test('SEC-02 SEC-12 answers by recovery code to challenges of the old password, all at once, open nothing that lasts', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const { email, secret, recoveryCodes } = await aPersonWithApp(world);
    const challenges: string[] = [];
    for (const _ of recoveryCodes) challenges.push(await challengeFor(portal, email));
    const code = await resetCodeFor(portal, email);
    const answering = (first: number, end: number) =>
      challenges
        .slice(first, end)
        .map((challenge, n) =>
          portal.call(enterByRecoveryCode, { body: { challenge, recoveryCode: recoveryCodes[first + n] } }),
        );
    const before = answering(0, 2);
    const changed = portal.call(resetPassword, { body: { email, code, password: better } });
    const answers = await Promise.all([...before, ...answering(2, 10)]);
    expect((await changed).status).toBe(200);
    expect(await stillOpen(portal, answers, secret)).toEqual([]);
    expect(await portal.rows('select 1 from session where ended_at is null')).toEqual([]);
  });

  test('SEC-02 SEC-05 SEC-08 of sign-ins without pause without a factor while one is set up, none opens anything that lasts', async () => {
    onItsOwn();
    const world = await open();
    const { portal } = world;
    const person = await aPersonOf(world, 'Site User');
    const here = await signInAs(portal, person);
    const { secret } = (await here.call(startMfaSetup, { body: { password } })).reply;
    const code = nextCode(portal, { secret });
    let verified: Answer<typeof verifyMfaSetup> | undefined;
    const answers = await triesWhile(
      () => enter(portal, person.email),
      async () => (verified = await here.call(verifyMfaSetup, { body: { password, code } })),
    );
    const opened = answers.filter(({ reply }) => reply?.next === 'session');
    expect(await stillOpen(portal, opened)).toEqual([]);
    expect((await holding(portal, 'localhost', verified as Answer<typeof verifyMfaSetup>).call(me)).status).toBe(200);
    expect(await portal.rows('select 1 from session where ended_at is null')).toHaveLength(1);
  });

  test('SEC-02 SEC-13 of those who are held half-way while the factor is removed, none is let on by its code', async () => {
    const world = await open();
    const { portal } = world;
    const person = await aPersonWithApp(world);
    const code = nextCode(portal, person);
    const answers = await triesWhile(
      () => enter(portal, person.email),
      () => person.call(removeFactor, { body: { password: goodPassword, code } }),
    );
    const halfWay = answers.filter(({ reply }) => reply?.next === 'code');
    expect(await stillOpen(portal, halfWay, person.secret)).toEqual([]);
  });

  test('SEC-02 SEC-13 of those who are held half-way while a recovery is approved, none is let on by the lost factor', async () => {
    const world = await open();
    const { portal } = world;
    const { email, companyId, secret } = await aPersonWithApp(world);
    const admin = await signInAs(portal, await aPersonOf(world, 'Admin', { companyId }));
    const challenge = await challengeFor(portal, email);
    await portal.call(askForRecovery, { body: { challenge } });
    const [request] = (await admin.call(listRecoveries)).reply.recoveries;
    const body = { recoveryId: request?.recoveryId, approved: 1, reason: 'Called back.' };
    const answers = await triesWhile(
      () => enter(portal, email),
      () => admin.call(decideRecovery, { body }),
    );
    const halfWay = answers.filter(({ reply }) => reply?.next === 'code');
    expect(await stillOpen(portal, halfWay, secret)).toEqual([]);
  });

  test('SEC-02 a cookie that is traded for tokens without pause gives none that outlives its replacement', async () => {
    const world = await open();
    const { portal } = world;
    const here = await signInAs(portal, await aPersonOf(world, 'Site User'));
    const trade = () => portal.call(renewSession, { body: {}, headers: renewing(here) });
    const tokens: Answer<typeof renewSession>[] = [];
    let replaced = false;
    const hammer = async () => {
      while (!replaced) tokens.push(await trade());
    };
    const hammers = Array.from({ length: 8 }, hammer);
    const changed = await here.call(changePassword, { body: { password: goodPassword, newPassword: better } });
    replaced = true;
    await Promise.all(hammers);
    expect(cookieOf(changed)).not.toBe(here.cookie);
    expect((await trade()).status).toBe(401);
    const live = [];
    for (const { reply } of tokens) {
      const headers = { authorization: `Bearer ${reply?.accessToken}` };
      if (reply && (await portal.call(me, { headers })).status === 200) live.push(reply);
    }
    expect(tokens.length).toBeGreaterThan(0);
    expect(live).toEqual([]);
  });

  /** Each changes the credential of somebody signed in. */
  const changes: Record<string, (world: World, person: Somebody) => Promise<Answer<Endpoint>>> = {
    'the password is changed': (_world, { call }) => call(changePassword, { body: { password, newPassword: better } }),
    'the password is reset': async ({ portal }, { email }) => {
      const code = await resetCodeFor(portal, email);
      return portal.call(resetPassword, { body: { email, code, password: better } });
    },
    'a factor is set up': async ({ portal }, { call, secret }) => {
      if (secret) {
        const body = { password, code: nextCode(portal, { secret }) };
        const { challenge } = (await call(replaceFactor, { body })).reply;
        const another = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
        return portal.call(verifyMfaSetup, { body: { challenge, code: nextCode(portal, another) } });
      }
      const { reply } = await call(startMfaSetup, { body: { password } });
      return call(verifyMfaSetup, { body: { password, code: nextCode(portal, reply) } });
    },
    'the factor is removed': ({ portal }, { call, secret }) =>
      call(removeFactor, { body: { password, code: nextCode(portal, { secret: secret ?? '' }) } }),
    'the lost factor is taken off': async (world, { email, companyId }) => {
      const { portal } = world;
      const admin = await signInAs(portal, await aPersonOf(world, 'Admin', { companyId }));
      await portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, email) } });
      const [request] = (await admin.call(listRecoveries)).reply.recoveries;
      return admin.call(decideRecovery, { body: { recoveryId: request?.recoveryId, approved: 1, reason: 'Called.' } });
    },
  };
  const isOfAFactor = (what: string) => ['the factor is removed', 'the lost factor is taken off'].includes(what);
  const refusal = async ({ portal }: World, proof: Proof): Promise<string> => {
    const spend = identityOf(portal.app).spend;
    const spent = portal.app.database.asSystem((tx) => spend(tx, proof));
    return spent.then(
      ({ email }) => `spent for ${email}`,
      (error: { code: string }) => error.code,
    );
  };

  test.each(Object.entries(changes))(
    'SEC-02 SEC-05 SEC-15 what was proven before opens nothing once %s',
    async (what, change) => {
      const world = await open();
      const { portal } = world;
      const identity = identityOf(portal.app);
      const host = 'localhost';
      const withApp = await aPersonWithApp(world);
      const byPassword = (await identity.verifyPassword(withApp.email, password)).proof;
      const challenge = await challengeFor(portal, withApp.email);
      const byCode = await identity.confirmCode({ challenge, host, code: nextCode(portal, withApp) });
      const proven = { email: withApp.email, password, code: nextCode(portal, withApp) };
      const byBoth = await identity.proveFactor(proven);
      expect(await refusal(world, byPassword)).toBe(`spent for ${withApp.email}`);
      expect((await change(world, withApp)).status).toBe(200);
      expect(await refusal(world, byPassword)).toBe('BAD_CREDENTIALS');
      expect(await refusal(world, byCode)).toBe('CHALLENGE_EXPIRED');
      expect(await refusal(world, byBoth)).toBe('BAD_CREDENTIALS');
      if (isOfAFactor(what)) return;
      const without = await signInAs(portal, await aPersonOf(world, 'Site User'));
      const { proof } = await identity.verifyPassword(without.email, password);
      expect((await change(world, without)).status).toBe(200);
      expect(await refusal(world, proof)).toBe('BAD_CREDENTIALS');
    },
  );

  const byCode = (portal: Portal, email: string, code: string) =>
    portal.call(resetPassword, { body: { email, code, password: 'Another-Staple-8' } });
  const askAgain = 'Invalid verification code provided, please request a code again.';

  test.each(['the password is changed', 'the lost factor is taken off'])(
    'SEC-02 SEC-15 a mailed code for a new password opens nothing once %s',
    async (what) => {
      const world = await open();
      const { portal } = world;
      const person = await aPersonWithApp(world);
      const code = await resetCodeFor(portal, person.email);
      expect((await changes[what]?.(world, person))?.status).toBe(200);
      expect(await byCode(portal, person.email, code)).toMatchObject({ status: 400, message: askAgain });
      expect((await byCode(portal, person.email, await resetCodeFor(portal, person.email))).status).toBe(200);
    },
  );

  test('SEC-02 SEC-15 a code that is asked for while the password is being changed opens nothing afterwards', async () => {
    const world = await open();
    const { portal } = world;
    const { email } = await aPersonOf(world, 'Site User');
    const here = holding(portal, 'localhost', await enter(portal, email));
    const superuser = new pg.Client({ ...inject('postgres'), database: portal.connection.database as string });
    await superuser.connect();
    onTestFinished(() => superuser.end());
    const table = name === 'embedded' ? 'identity_account' : 'pool_account';
    await superuser.query(`begin; select from ${table} for update`);
    const changing = here.call(changePassword, { body: { password, newPassword: better } });
    // It has ended the codes that there were, and waits for the credential.
    await somebodyWaits(portal);
    const code = await resetCodeFor(portal, email);
    await superuser.query('commit');
    expect((await changing).status).toBe(200);
    expect(await byCode(portal, email, code)).toMatchObject({ status: 400, message: askAgain });
    expect((await enter(portal, email, better)).status).toBe(200);
  });

  test.each(['the password is changed', 'the password is reset'])(
    'SEC-02 SEC-13 the secret of an app whose set-up was begun before becomes no factor once %s',
    async (what) => {
      const world = await open();
      const { portal } = world;
      const begun = await signInAs(portal, await aPersonOf(world, 'Site User'));
      const { secret } = (await begun.call(startMfaSetup, { body: { password } })).reply;
      expect((await changes[what]?.(world, begun))?.status).toBe(200);
      const after = holding(portal, 'localhost', await enter(portal, begun.email, better));
      const verify = (shown: string) =>
        after.call(verifyMfaSetup, { body: { password: better, code: nextCode(portal, { secret: shown }) } });
      expect((await verify(secret)).code).toBe('MFA_NOT_FOUND');
      expect((await enter(portal, begun.email, better)).reply.next).toBe('session');
      const another = (await after.call(startMfaSetup, { body: { password: better } })).reply.secret;
      expect((await verify(another)).status).toBe(200);
    },
  );
});

test('SEC-02 SEC-05 OPN-06 what was proven before opens nothing once the state of the account is changed', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const { proof } = await identityOf(portal.app).verifyPassword(email, password);
  const { database, clock } = portal.app;
  const somebody = { firstName: 'Operator', lastName: '', type: 'System', host: '', requestId: '' };
  const operator = { ...somebody, companyId: 0, providerId: null };
  await database.asSystem((tx) => setAccountState(actOf(tx, clock, operator), { email, state: 'reset' }));
  const spent = database.asSystem((tx) => identityOf(portal.app).spend(tx, proof));
  await expect(spent).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
});
