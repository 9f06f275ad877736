/** What administrators decide about a lost factor by, and what became of earlier requests. */
import { decideRecovery, listDecidedRecoveries, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery, enterByRecoveryCode } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aCompanyWithAdministrators } from '#test/administrators.ts';
import { aPersonWithApp, challengeFor } from '#test/factors.ts';
import { aSignedInPerson } from '#test/people.ts';
import { openPortal } from '#test/portal.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0';

test('SEC-13 beside a request stands from where it was asked, the last sign-in, open sessions and the groups', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  const trial = await portal.aTrial(person.companyId);
  const site = await portal.aSite(person.companyId, trial);
  await portal.rows('insert into care_group_member (company_id, provider_id, care_group_id) values ($1, $2, $3)', [
    person.companyId,
    person.providerId,
    site,
  ]);
  const [group] = await portal.rows<{ name: string }>(
    'select display_name as name from care_group where care_group_id = $1',
    [site],
  );
  const challenge = await challengeFor(portal, person.email);
  await portal.call(askForRecovery, { body: { challenge }, headers: { 'user-agent': firefox } });
  const list = async () => (await administrator.call(listRecoveries)).reply.recoveries;
  expect(await list()).toMatchObject([
    {
      cpId: person.providerId,
      host: 'localhost',
      address: '127.0.0.1',
      device: 'Firefox on Windows',
      lastSignInAt: expect.any(Date) as Date,
      sessions: 1,
      groups: [group?.name],
    },
  ]);
  await portal.rows(`update session set ended_at = now() where provider_id = $1`, [person.providerId]);
  expect(await list()).toMatchObject([{ sessions: 0 }]);
  // A request from before these were kept.
  await portal.rows('update mfa_recovery set host = null, address = null, user_agent = null');
  expect(await list()).toMatchObject([{ host: null, address: null, device: null }]);
});

test('SEC-13 P11-16 decided requests say who decided, when and why, the latest first; a withdrawn one was decided by nobody', async () => {
  const portal = await openPortal();
  const people = [await aPersonWithApp(portal)];
  const [{ companyId }] = people as [(typeof people)[0]];
  for (let n = 0; n < 2; n++) people.push(await aPersonWithApp(portal, 'Site User', { companyId }));
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId });
  const stranger = await aSignedInPerson(portal, 'Admin');
  const decided = async () => (await administrator.call(listDecidedRecoveries)).reply.recoveries;
  expect(await decided()).toEqual([]);
  const [approved, refused, withdrawn] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  for (const { email } of people)
    await portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, email) } });
  const open = (await administrator.call(listRecoveries)).reply.recoveries;
  const idOf = (cpId: number) => open.find((one) => one.cpId === cpId)?.recoveryId;
  for (const [who, yes, reason] of [
    [approved, 1, 'I called her.'],
    [refused, 0, 'She knows nothing of it.'],
  ] as const) {
    const body = { recoveryId: idOf(who.providerId), approved: yes, reason };
    expect((await administrator.call(decideRecovery, { body })).status).toBe(200);
  }
  const challenge = await challengeFor(portal, withdrawn.email);
  const recoveryCode = withdrawn.recoveryCodes?.[0];
  expect((await portal.call(enterByRecoveryCode, { body: { challenge, recoveryCode } })).status).toBe(200);
  const named = (cpId: number, firstName: string, lastName: string) =>
    portal.rows('update provider set first_name = $2, last_name = $3 where provider_id = $1', [
      cpId,
      firstName,
      lastName,
    ]);
  await named(administrator.providerId, 'Maya', 'Okafor');
  await named(approved.providerId, 'Ann', 'Archer');
  await named(refused.providerId, 'Rita', 'Reed');
  await named(withdrawn.providerId, 'Will', 'Ward');
  expect((await decided()).map(({ cpId }) => cpId)).toEqual([
    withdrawn.providerId,
    refused.providerId,
    approved.providerId,
  ]);
  await portal.rows(
    `update mfa_recovery set asked_at = '2026-03-01T08:00:00Z', decided_at = case
       when approved then '2026-03-02T09:30:00Z'::timestamptz when not approved then '2026-03-03T10:45:00Z' else '2026-03-04T11:15:00Z' end
     where company_id = $1`,
    [companyId],
  );
  const asked = { askedAt: new Date('2026-03-01T08:00:00Z') };
  expect(await decided()).toEqual([
    {
      recoveryId: idOf(withdrawn.providerId),
      cpId: withdrawn.providerId,
      fName: 'Will',
      lName: 'Ward',
      email: withdrawn.email,
      type: 'Site User',
      ...asked,
      decidedAt: new Date('2026-03-04T11:15:00Z'),
      outcome: 'withdrawn',
      decidedBy: null,
      withdrawnBy: 'sign-in',
      reason: null,
    },
    {
      recoveryId: idOf(refused.providerId),
      cpId: refused.providerId,
      fName: 'Rita',
      lName: 'Reed',
      email: refused.email,
      type: 'Site User',
      ...asked,
      decidedAt: new Date('2026-03-03T10:45:00Z'),
      outcome: 'refused',
      decidedBy: 'Maya Okafor',
      withdrawnBy: null,
      reason: 'She knows nothing of it.',
    },
    {
      recoveryId: idOf(approved.providerId),
      cpId: approved.providerId,
      fName: 'Ann',
      lName: 'Archer',
      email: approved.email,
      type: 'Site User',
      ...asked,
      decidedAt: new Date('2026-03-02T09:30:00Z'),
      outcome: 'approved',
      decidedBy: 'Maya Okafor',
      withdrawnBy: null,
      reason: 'I called her.',
    },
  ]);
  expect((await administrator.call(listRecoveries)).reply.recoveries).toEqual([]);
  expect((await stranger.call(listDecidedRecoveries)).reply.recoveries).toEqual([]);
});

test('SEC-23 SEC-24 PRV-01 what was decided is held to the decider’s reach as what is open is, groups to their sight, and who was read about is on record', async () => {
  const portal = await openPortal();
  const { companyId, people, site, trial } = await aCompanyWithAdministrators(portal);
  await portal.rows(
    `insert into mfa_recovery (company_id, provider_id, asked_at, decided_at, approved, reason)
     select company_id, provider_id, now(), now(), false, 'Unknown' from provider where company_id = $1`,
    [companyId],
  );
  const seen = async (who: keyof typeof people) => {
    const caller = await portal.signedIn(people[who]);
    const { recoveries } = (await caller.call(listDecidedRecoveries)).reply;
    return recoveries.map(({ cpId }) => cpId).sort((a, b) => a - b);
  };
  const only = (...who: (keyof typeof people)[]) => who.map((one) => people[one]).sort((a, b) => a - b);
  expect(await seen('ofSite')).toEqual(only('ofSite', 'atSite'));
  expect(await seen('admin')).toEqual(only(...(Object.keys(people) as (keyof typeof people)[])));
  await portal.app.accessLog.flush();
  const read = await portal.rows<{ record_ids: number[] }>(
    `select record_ids from access_entry where call = 'GET /auth/recoveries/decided' and provider_id = $1`,
    [people.ofSite],
  );
  expect(read.map(({ record_ids }) => [...record_ids].sort((a, b) => a - b))).toEqual([only('ofSite', 'atSite')]);

  // Somebody of the trial and its site: an administrator of the site sees that group alone.
  await portal.rows(
    `insert into mfa_recovery (company_id, provider_id, asked_at) select company_id, provider_id, now() from provider where provider_id = $1`,
    [people.atSite],
  );
  const names = await portal.rows<{ name: string }>(
    'select display_name as name from care_group where care_group_id = any($1) order by care_group_id',
    [[trial, site]],
  );
  const caller = await portal.signedIn(people.ofSite);
  expect((await caller.call(listRecoveries)).reply.recoveries).toMatchObject([{ groups: [names[1]?.name] }]);
});
