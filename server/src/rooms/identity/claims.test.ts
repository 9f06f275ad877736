import { type UserType, userTypes } from '@portal/contract/access.ts';
import {
  me,
  renewSession,
  signIn,
  signOut,
  signOutEverywhere,
  startMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { refusedTypes } from '@portal/contract/identity/rules.ts';
import { expect, test } from 'vitest';
import { aPersonWithAccount, aSignedInPerson, goodPassword, renewing } from '#test/people.ts';
import { openPortal, type Portal } from '#test/portal.ts';

const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));

test('SCP-02 a care provider, trial staff, a sponsor, a pharmacy and a wholesaler sign in to the same portal', async () => {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const { companyId, pharmacyId, wholesalerId } = work;
  for (const [type, of] of [
    ['Nurse', {}],
    ['Doctor', {}],
    ['Pharmacist', {}],
    ['Technician', {}],
    ['Site User', {}],
    ['Admin', {}],
    ['Sponsor', {}],
    ['Pharmacy User', { ppId: pharmacyId }],
    ['Wholesaler User', { wpId: wholesalerId }],
  ] as const) {
    const person = await aSignedInPerson(portal, type, { companyId });
    const partner = Object.values(of)[0] ?? null;
    await portal.rows('update provider set partner_id = $1 where provider_id = $2', [partner, person.providerId]);
    expect((await person.call(me)).body).toMatchObject({
      cpId: person.providerId,
      companyId,
      type,
      ppId: null,
      wpId: null,
      ...of,
    });
  }
});

const twelveHours = 12 * 3_600_000;

test('OPN-02 a session says who somebody is, as their record has it and until when, and nothing that a client says changes it', async () => {
  const portal = await openPortal();
  const types = userTypes.filter((type) => !refusedTypes.includes(type));
  for (const type of types as UserType[]) {
    const person = await aSignedInPerson(portal, type);
    const adminRights = type === 'Admin' ? 1 : 0;
    const { body, reply } = await person.call(me);
    expect(body).toMatchObject({ cpId: person.providerId, companyId: person.companyId, adminRights, type });
    expect(reply.endsAt.getTime() - portal.app.clock.now().getTime()).toBeGreaterThan(twelveHours - 60_000);
    expect(reply.endsAt.getTime() - portal.app.clock.now().getTime()).toBeLessThanOrEqual(twelveHours);
    const claims = { cpId: 1, companyId: 1, adminRights: 1, type: 'Admin', sub: 'x', 'custom:role': 'Admin' };
    for (const [claim, value] of Object.entries(claims)) {
      const again = { email: person.email, password: goodPassword, [claim]: value };
      expect((await portal.call(signIn, { body: again })).fields).toEqual({ [claim]: 'is not a field of this call' });
    }
    // The token is a key and says nothing.
    expect(person.token).toMatch(/^[\w-]{43}$/);
  }
});

test('OPN-04 a token that ran out is 401 and renewal goes on; sign-out, sign-out everywhere and deactivation end a session at once', async () => {
  const portal = await openPortal();
  const ways: ((headers: Record<string, string>, providerId: number) => Promise<unknown>)[] = [
    (headers) => portal.call(signOut, { body: {}, headers }),
    (headers) => portal.call(signOutEverywhere, { body: {}, headers }),
    (_, id) => portal.rows('update provider set is_active = false where provider_id = $1', [id]),
    async () => forward(portal, twelveHours),
  ];
  for (const end of ways) {
    const person = await aSignedInPerson(portal, 'Site User');
    const renewed = () => portal.call(renewSession, { body: {}, headers: renewing(person) });
    forward(portal, 5 * 60_000 + 1_000);
    expect((await person.call(me)).status).toBe(401);
    const headers = { authorization: `Bearer ${(await renewed()).reply.accessToken}` };
    expect((await portal.call(me, { headers })).status).toBe(200);
    await end(headers, person.providerId);
    expect([(await portal.call(me, { headers })).status, (await renewed()).status]).toEqual([401, 401]);
  }
});

test('SCN-18 issuer and label in an authenticator app are those of the brand of the host', async () => {
  const portal = await openPortal();
  const seen: string[] = [];
  for (const [host, key] of [
    ['localhost', 'default'],
    ['na.trialcard.test', 'north-america'],
    ['eu.trialcard.test', 'europe'],
  ] as const) {
    const { email } = await aPersonWithAccount(portal, 'Admin');
    const headers = { host };
    const { reply } = await portal.call(signIn, { body: { email, password: goodPassword }, headers });
    if (reply.next !== 'mfa-setup') throw new Error(reply.next);
    const { uri } = (await portal.call(startMfaSetup, { body: { challenge: reply.challenge }, headers })).reply;
    const { mfaIssuer } = portal.app.brands.all.find((brand) => brand.key === key)!;
    const read = new URL(uri);
    expect(read.searchParams.get('issuer')).toBe(mfaIssuer);
    expect(decodeURIComponent(read.pathname.replace(/^\/+(totp\/)?/, ''))).toBe(`${mfaIssuer}:${email}`);
    seen.push(mfaIssuer);
  }
  expect(new Set(seen).size).toBe(3);
});

test.each(['production', 'staging', 'development', 'test'])(
  'OPN-84 in mode %s an administrator without a second factor is sent to its set-up, whether the company has the module MFA or not',
  async (mode) => {
    const production = { DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' };
    const portal = await openPortal({ PORTAL_MODE: mode, ...(mode === 'production' ? production : {}) });
    const host = 'na.trialcard.test';
    for (const modules of [[], ['MFA'], ['MFA', 'TrialCard']] as const) {
      const companyId = await portal.aCompany(modules);
      for (const [type, next] of [
        ['Admin', 'mfa-setup'],
        ['Nurse', 'mfa-setup'],
        ['Site User', 'session'],
        ['Sponsor', 'session'],
      ] as const) {
        const { email } = await aPersonWithAccount(portal, type, { companyId });
        const answer = await portal.call(signIn, { body: { email, password: goodPassword }, headers: { host } });
        expect([modules, type, answer.reply?.next]).toEqual([modules, type, next]);
      }
    }
  },
);
