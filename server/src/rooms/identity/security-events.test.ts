/** What coming in, staying in and going leaves in the log of security events, whichever identity provider is behind (SEC-17). */
import * as account from '@portal/contract/identity/account-endpoints.ts';
import * as api from '@portal/contract/identity/endpoints.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { challengeFor, forward, nextCode, wrongCode } from '#test/factors.ts';
import { aPersonOf, type World, worlds } from '#test/identity-worlds.ts';
import { anInviter, brandNamed, register, registration, sendInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { goodPassword, holding, renewing, signInAs } from '#test/people.ts';
import { inShort, watchEvents } from '#test/security-events.ts';
import { sweep } from './sessions/sweep.ts';
import { onItsOwn } from '#test/portal.ts';

beforeEach(onItsOwn);

const minute = 60_000;
const better = 'Battery-Staple-7';

/** A portal in which `noted` tells in short what has come to the log since it was asked the last time. */
async function watched(open: () => Promise<World>) {
  const world = await open();
  const events = watchEvents(world.portal);
  return { world, portal: world.portal, events, noted: async () => (await events()).map(inShort) };
}
/** Somebody signed in who has just set an app up. */
async function aPersonWithApp(world: World, given: { companyId?: number } = {}) {
  const { portal } = world;
  const person = await signInAs(portal, await aPersonOf(world, 'Site User', given));
  const { secret } = (await person.call(api.startMfaSetup, { body: { password: goodPassword } })).reply;
  const verified = await person.call(api.verifyMfaSetup, {
    body: { password: goodPassword, code: nextCode(portal, { secret }) },
  });
  return { ...person, ...holding(portal, 'localhost', verified), secret, recoveryCodes: verified.reply.recoveryCodes };
}

describe.each(worlds)('with the %s identity provider', (_name, open) => {
  test('SEC-39 a sign-in, a wrong password, and one that is right for nobody who may come in: one entry each, with all fields', async () => {
    const { world, portal, events, noted } = await watched(open);
    const { email, providerId: me, companyId } = await aPersonOf(world, 'Site User');
    const headers = { host: 'PORTAL.example:3000' };
    expect((await portal.call(api.signIn, { body: { email, password: goodPassword }, headers })).status).toBe(200);
    const [entry, ...more] = await events();
    expect([entry, more]).toEqual([
      {
        id: expect.any(Number) as number,
        company: companyId,
        at: expect.any(Date) as Date,
        event: 'sign_in',
        outcome: 'done',
        factor: 'password',
        person: me,
        hash: expect.stringMatching(/^[0-9a-f]{16}\.[\w-]{43}$/) as string,
        host: 'portal.example',
        address: '127.0.0.1',
        request: expect.stringMatching(/^[\w-]{12}$/) as string,
        call: null,
      },
      [],
    ]);
    expect(Math.abs((entry?.at.getTime() ?? 0) - portal.app.clock.now().getTime())).toBeLessThan(60_000);
    await portal.call(api.signIn, { body: { email: ` ${email.toUpperCase()}`, password: 'wrong' } });
    const [wrong, ...none] = await events();
    expect([wrong && inShort(wrong), none]).toEqual([`sign_in failed password ${me}`, []]);
    expect([wrong?.hash, wrong?.company]).toEqual([entry?.hash, companyId]);
    await portal.call(api.signIn, { body: { email: 'nobody@portal.example', password: 'wrong' } });
    const [unknown] = await events();
    expect(unknown).toMatchObject({ event: 'sign_in', outcome: 'failed', person: null, company: null });
    expect(unknown?.hash).not.toBe(entry?.hash);
    const physician = await aPersonOf(world, 'physician');
    await portal.call(api.signIn, { body: { email: physician.email, password: goodPassword } });
    expect(await noted()).toEqual([`sign_in refused password ${physician.providerId}`]);
    for (const state of ['unconfirmed', 'reset'] as const) {
      const person = await aPersonOf(world, 'Site User', { state });
      await portal.call(api.signIn, { body: { email: person.email, password: goodPassword } });
      expect(await noted()).toEqual([`sign_in refused password ${person.providerId}`]);
    }
  });

  test('SEC-39 a lock is one entry when it begins; a password that comes meanwhile is refused', async () => {
    const { world, portal, noted } = await watched(open);
    const { email, providerId: me } = await aPersonOf(world, 'Site User');
    const tryIt = () => portal.call(api.signIn, { body: { email, password: 'wrong' } });
    for (let n = 1; n < 5; n += 1) await tryIt();
    expect(await noted()).toEqual(Array.from({ length: 4 }, () => `sign_in failed password ${me}`));
    await tryIt();
    expect(await noted()).toEqual([`account.locked done password ${me}`, `sign_in failed password ${me}`]);
    await tryIt();
    expect(await noted()).toEqual([`sign_in refused password ${me}`]);
  });

  test('SEC-39 each step of a second factor is an entry: set up, asked for, refused, accepted, replaced, renewed, taken off', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await aPersonOf(world, 'Admin');
    const me = person.providerId;
    const challenge = await challengeFor(portal, person.email);
    expect(await noted()).toEqual([`mfa.set_up_asked done password ${me}`]);
    const { secret } = (await portal.call(api.startMfaSetup, { body: { challenge } })).reply;
    const setUp = (code: string) => portal.call(api.verifyMfaSetup, { body: { challenge, code } });
    expect((await setUp(wrongCode(portal, { secret }))).status).toBe(400);
    expect(await noted()).toEqual([`mfa.set_up failed totp ${me}`]);
    const done = await setUp(nextCode(portal, { secret }));
    expect(await noted()).toEqual([`mfa.set_up done totp ${me}`, `sign_in done totp ${me}`]);

    const asked = await challengeFor(portal, person.email);
    expect(await noted()).toEqual([`mfa.asked done totp ${me}`]);
    const answer = (code: string) => portal.call(api.confirmCode, { body: { challenge: asked, code } });
    expect((await answer(wrongCode(portal, { secret }))).status).toBe(400);
    expect(await noted()).toEqual([`mfa.answered failed totp ${me}`]);
    expect((await answer(nextCode(portal, { secret }))).status).toBe(200);
    expect(await noted()).toEqual([`mfa.answered done totp ${me}`, `sign_in done totp ${me}`]);

    const enterBy = async (recoveryCode: string) =>
      portal.call(api.enterByRecoveryCode, {
        body: { challenge: await challengeFor(portal, person.email), recoveryCode },
      });
    expect((await enterBy('aaaaa-aaaaa')).status).toBe(400);
    expect((await noted()).at(-1)).toBe(`mfa.recovery_code failed recovery_code ${me}`);
    expect((await enterBy(done.reply.recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await noted()).slice(1)).toEqual([
      `mfa.recovery_code done recovery_code ${me}`,
      `sign_in done recovery_code ${me}`,
    ]);
  });

  test('SEC-39 what somebody signed in does about their factor is proven by one entry and done by another', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await aPersonWithApp(world);
    const me = person.providerId;
    expect((await noted()).slice(1)).toEqual([`mfa.set_up_asked done password ${me}`, `mfa.set_up done totp ${me}`]);
    const proof = () => ({ password: goodPassword, code: nextCode(portal, person) });
    const replaced = await person.call(account.replaceFactor, { body: proof() });
    expect(await noted()).toEqual([`mfa.answered done code ${me}`]);
    const { challenge } = replaced.reply;
    const { secret } = (await portal.call(api.startMfaSetup, { body: { challenge } })).reply;
    const body = { challenge, code: nextCode(portal, { secret }) };
    const verified = await portal.call(api.verifyMfaSetup, { body });
    expect(await noted()).toEqual([`mfa.replaced done totp ${me}`]);
    const now = { ...person, ...holding(portal, 'localhost', verified), secret };
    const good = () => ({ password: goodPassword, code: nextCode(portal, now) });
    expect((await now.call(account.renewRecoveryCodes, { body: { ...good(), password: 'wrong' } })).status).toBe(400);
    expect(await noted()).toEqual([`mfa.answered failed password ${me}`]);
    const renewed = await now.call(account.renewRecoveryCodes, { body: good() });
    expect(await noted()).toEqual([`mfa.answered done code ${me}`, `mfa.recovery_codes_renewed done code ${me}`]);
    const code = renewed.reply.recoveryCodes[0];
    expect((await now.call(account.removeFactor, { body: { password: goodPassword, code } })).status).toBe(200);
    expect(await noted()).toEqual([
      `mfa.recovery_code done recovery_code ${me}`,
      `mfa.removed done recovery_code ${me}`,
    ]);
  });

  test('SEC-39 a wrong password at the set-up of a second factor, by somebody signed in, is an entry', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
    await noted();
    expect((await person.call(api.startMfaSetup, { body: { password: 'wrong' } })).status).toBe(400);
    expect(await noted()).toEqual([`mfa.set_up_asked failed password ${person.providerId}`]);
  });

  test('SEC-39 a texted code that is asked for is an entry', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await aPersonOf(world, 'Site User', { texts: true });
    const challenge = await challengeFor(portal, person.email);
    expect(await noted()).toEqual([`mfa.asked done sms ${person.providerId}`]);
    const code = await world.newestTextedCode();
    const answer = await portal.call(api.confirmCode, { body: { challenge, code } });
    expect(await noted()).toEqual([
      `mfa.answered done sms ${person.providerId}`,
      `sign_in done sms ${person.providerId}`,
    ]);
    const { call } = holding(portal, 'localhost', answer);
    expect((await call(account.textProofCode, { body: { password: goodPassword } })).status).toBe(200);
    expect(await noted()).toEqual([`mfa.asked done sms ${person.providerId}`]);
  });

  test('SEC-39 SEC-07 a code for a new password is noted for known and unknown e-mails alike; using it, well or not, and a change are noted', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await aPersonOf(world, 'Site User');
    const { email, providerId: me } = person;
    for (const one of [email, 'nobody@portal.example'])
      await portal.call(account.forgotPassword, { body: { email: one } });
    expect(await noted()).toEqual([`password.reset_asked done - ${me}`, 'password.reset_asked done - -']);
    const code = /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'none';
    const reset = (given: string) =>
      portal.call(account.resetPassword, { body: { email, code: given, password: better } });
    await reset(code === '111111' ? '222222' : '111111');
    expect(await noted()).toEqual([`password.reset failed mailed_code ${me}`]);
    expect((await reset(code)).status).toBe(200);
    expect(await noted()).toEqual([`password.reset done mailed_code ${me}`]);
    const { call } = holding(portal, 'localhost', await portal.call(api.signIn, { body: { email, password: better } }));
    await noted();
    const change = (password: string) =>
      call(account.changePassword, { body: { password, newPassword: 'Correct-Horse-10' } });
    expect((await change('wrong')).status).toBe(400);
    expect(await noted()).toEqual([`password.changed failed password ${me}`]);
    expect((await change(better)).status).toBe(200);
    expect(await noted()).toEqual([`password.changed done password ${me}`]);
  });

  test('P11-16 SEC-39 a lock that begins with a wrong password at a change is on record once', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await signInAs(portal, await aPersonOf(world, 'Site User'));
    await noted();
    await portal.rows('insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, 14, $2)', [
      person.email,
      portal.app.clock.now(),
    ]);
    const change = { password: 'wrong', newPassword: better };
    expect((await person.call(account.changePassword, { body: change })).status).toBe(400);
    expect(await noted()).toEqual([
      `account.locked done password ${person.providerId}`,
      `password.changed failed password ${person.providerId}`,
    ]);
    expect(await portal.rows(`select record_id from audit_entry where action = 'account.locked'`)).toEqual([
      { record_id: String(person.providerId) },
    ]);
  });

  test('SEC-39 a registration is noted for the person it made, and one that failed for the company that invited to the brand', async () => {
    const { portal, events, noted } = await watched(open);
    const companyId = await portal.aCompany();
    const inviter = await anInviter(portal, companyId);
    const { code } = await sendInvitation(portal, inviter, { brand: brandNamed(portal, 'europe') });
    const host = brandNamed(portal, 'europe').hosts[0] ?? '';
    expect(await noted()).toEqual([`invitation.sent done - ${inviter.providerId}`]);
    expect((await register(portal, registration(code, { email: 'other@clinic.example' }), host)).status).toBe(400);
    const [failed] = await events();
    expect([failed && inShort(failed), failed?.company, failed?.host]).toEqual([
      'registration failed invitation -',
      companyId,
      host,
    ]);
    expect((await register(portal, registration(code), host)).status).toBe(200);
    const [row] = await portal.rows<{ id: number }>(
      `select provider_id as id from provider where email = 'ada@clinic.example'`,
    );
    expect(await noted()).toEqual([`registration done invitation ${row?.id}`]);
  });

  test('SEC-39 every way in which a session ends on purpose, or runs out, is an entry once', async () => {
    const { world, portal, events, noted } = await watched(open);
    const person = await aPersonOf(world, 'Site User');
    const me = person.providerId;
    const come = async () => {
      const one = await signInAs(portal, person);
      await events();
      return one;
    };
    await (await come()).call(api.signOut, { body: {} });
    expect(await noted()).toEqual([`sign_out done - ${me}`]);
    await come();
    const here = await come();
    const { sessions } = (await here.call(account.listSessions)).reply;
    const elsewhere = sessions.find(({ isCurrent }) => !isCurrent)?.sessionId;
    expect((await here.call(account.endSession, { body: { sessionId: elsewhere } })).status).toBe(200);
    expect(await noted()).toEqual([`session.ended done - ${me}`]);
    await here.call(api.signOutEverywhere, { body: {} });
    expect(await noted()).toEqual([`sign_out.everywhere done - ${me}`]);
    const [one, other] = [await come(), await come()];
    forward(portal, 16 * minute);
    expect((await one.call(api.me)).status).toBe(401);
    expect((await one.call(api.me)).status).toBe(401);
    const [ended, ...more] = await events();
    expect([ended && inShort(ended), more]).toEqual([`session.expired done - ${me}`, []]);
    expect(ended).toMatchObject({ host: 'localhost', address: '127.0.0.1', company: person.companyId });
    expect((await portal.call(api.renewSession, { body: {}, headers: renewing(other) })).status).toBe(401);
    expect(await noted()).toEqual([`session.expired done - ${me}`]);
    await come();
    forward(portal, 16 * minute);
    await sweep(portal.app);
    await sweep(portal.app);
    expect(await noted()).toEqual([`session.expired done - ${me}`]);
  });

  test('SEC-39 a request for recovery is noted for who asks, and its decision for who decides', async () => {
    const { world, portal, noted } = await watched(open);
    const person = await aPersonWithApp(world);
    const decider = await portal.signedIn(await portal.aPerson('Admin', { company_id: person.companyId }));
    const challenge = await challengeFor(portal, person.email);
    await noted();
    expect((await portal.call(api.askForRecovery, { body: { challenge } })).status).toBe(200);
    expect(await noted()).toEqual([`recovery.asked done password ${person.providerId}`]);
    const [request] = (await decider.call(account.listRecoveries)).reply.recoveries;
    const decide = () =>
      decider.call(account.decideRecovery, {
        body: { recoveryId: request?.recoveryId, approved: 1, reason: 'Called back.' },
      });
    expect((await decide()).status).toBe(200);
    expect(await noted()).toEqual([`recovery.approved done - ${decider.providerId}`]);
    expect((await decide()).status).toBe(409);
    expect(await noted()).toEqual([]);
  });
});
