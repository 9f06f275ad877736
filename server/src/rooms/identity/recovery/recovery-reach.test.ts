/** Who decides about whose lost factor: nobody for somebody whose rights or groups reach beyond their own (SEC-13, SEC-23). */
import { decideRecovery, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aCompanyWithAdministrators, namesIn, type WhoOf } from '#test/administrators.ts';
import { aPersonWithApp, challengeFor } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aSignedInPerson, goodPassword } from '#test/people.ts';
import { openPortal } from '#test/portal.ts';
import { somebodyWaits } from '#test/waits.ts';

async function everybodyAsked() {
  const portal = await openPortal();
  const world = await aCompanyWithAdministrators(portal);
  await portal.rows(
    'insert into mfa_recovery (company_id, provider_id, asked_at) select company_id, provider_id, now() from provider where company_id = $1',
    [world.companyId],
  );
  const requests = await portal.rows<{ id: number; provider: number }>(
    'select recovery_id as id, provider_id as provider from mfa_recovery',
  );
  const requestOf = (who: WhoOf) => requests.find(({ provider }) => provider === world.people[who])?.id as number;
  const as = (who: WhoOf) => portal.signedIn(world.people[who]);
  const decide = async (who: WhoOf, whose: WhoOf, approved = 0) => {
    const body = { recoveryId: requestOf(whose), approved, reason: 'Called back.' };
    const { status, code } = await (await as(who)).call(decideRecovery, { body });
    return [status, code];
  };
  const listed = async (who: WhoOf) => {
    const { recoveries } = (await (await as(who)).call(listRecoveries)).reply;
    return namesIn(
      world,
      recoveries.map(({ cpId }) => cpId),
    );
  };
  return { portal, world, decide, listed, as };
}
const all = [
  'admin',
  'ofSite',
  'ofTrial',
  'ofClinic',
  'ofWard',
  'atSite',
  'atBoth',
  'elsewhere',
  'nowhere',
  'sponsor',
] as const;

test('SEC-13 SEC-23 SEC-24 an administrator of some groups is shown the requests of those alone whose groups all lie in theirs; who sees the whole company, all', async () => {
  const { listed } = await everybodyAsked();
  const seen: Record<string, readonly WhoOf[]> = {
    admin: all,
    ofClinic: all,
    ofTrial: ['ofSite', 'ofTrial', 'atSite'],
    ofSite: ['ofSite', 'atSite'],
    ofWard: ['ofWard'],
    sponsor: [],
  };
  for (const [who, whose] of Object.entries(seen))
    expect([who, await listed(who as WhoOf)]).toEqual([who, [...whose].sort()]);
});

test('SEC-13 SEC-23 the administrator of one site neither approves nor refuses for the company’s Admin, for a trial’s administrator or for who has another site too; all of it reads like nothing there', async () => {
  const { portal, decide } = await everybodyAsked();
  for (const [who, whose] of [
    ['ofSite', 'admin'],
    ['ofSite', 'ofTrial'],
    ['ofSite', 'ofClinic'],
    ['ofSite', 'atBoth'],
    ['ofSite', 'elsewhere'],
    ['ofSite', 'nowhere'],
    ['ofSite', 'sponsor'],
    ['ofTrial', 'admin'],
    ['ofTrial', 'atBoth'],
    ['ofWard', 'ofClinic'],
    ['sponsor', 'atSite'],
  ] as const)
    for (const approved of [0, 1])
      expect([who, whose, approved, await decide(who, whose, approved)]).toEqual([
        who,
        whose,
        approved,
        [404, 'not_found'],
      ]);
  expect(await portal.rows('select 1 from mfa_recovery where decided_at is not null')).toEqual([]);
  expect(await decide('ofSite', 'ofSite')).toEqual([403, 'recovery.own']);
  for (const [who, whose] of [
    ['ofSite', 'atSite'],
    ['ofTrial', 'ofSite'],
    ['ofClinic', 'admin'],
    ['admin', 'ofClinic'],
  ] as const)
    expect([who, whose, (await decide(who, whose))[0]]).toEqual([who, whose, 200]);
});

test('SEC-13 P11-18 a request is mailed to those who may decide about it, and to nobody else', async () => {
  const portal = await openPortal();
  const world = await aCompanyWithAdministrators(portal);
  const person = await aPersonWithApp(portal, 'Site User', { companyId: world.companyId });
  await portal.rows('insert into care_group_member (company_id, provider_id, care_group_id) values ($1, $2, $3)', [
    world.companyId,
    person.providerId,
    world.otherSite,
  ]);
  await portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, person.email) } });
  const told = [];
  for (const id of Object.values(world.people)) {
    const [row] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [id]);
    const mails = await mailsTo(portal, row?.email ?? '');
    if (mails.some(({ subject }) => subject === 'MFA recovery was requested')) told.push(id);
  }
  expect(namesIn(world, told)).toEqual(['admin', 'ofClinic']);
});

test.each([
  ['is revoked', 'is_active'],
  ['is made no longer an administrator', 'admin_rights'],
])(
  'SEC-06 SEC-13 REL-08 whoever %s while their decision waits decides nothing: the factor stays on',
  async (_, lost) => {
    const portal = await openPortal();
    const { companyId, providerId, email } = await aPersonWithApp(portal);
    await portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, email) } });
    for (const approved of [1, 0]) {
      const administrator = await aSignedInPerson(portal, 'Admin', { companyId });
      const [request] = (await administrator.call(listRecoveries)).reply.recoveries;
      const body = { recoveryId: request?.recoveryId, approved, reason: 'Called back.' };
      const { begun } = await portal.app.database.asSystem(async (tx) => {
        const person = tx.selectFrom('provider').select('version').where('provider_id', '=', providerId);
        await person.forNoKeyUpdate().execute();
        const deciding = administrator.call(decideRecovery, { body });
        await somebodyWaits(portal);
        await portal.rows(`update provider set ${lost} = false where provider_id = $1`, [administrator.providerId]);
        return { begun: deciding };
      });
      const { status, code } = await begun;
      expect([approved, status, code]).toEqual([approved, 403, 'forbidden']);
    }
    const { reply } = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect(reply.next).toBe('code');
    expect(await portal.rows('select decided_at from mfa_recovery where provider_id = $1', [providerId])).toEqual([
      { decided_at: null },
    ]);
  },
);

test('SEC-06 SEC-23 REL-08 whoever is taken out of the group while their decision about somebody there waits decides nothing', async () => {
  const { portal, world, decide } = await everybodyAsked();
  const { begun } = await portal.app.database.asSystem(async (tx) => {
    const person = tx.selectFrom('provider').select('version').where('provider_id', '=', world.people.atSite);
    await person.forNoKeyUpdate().execute();
    const deciding = decide('ofSite', 'atSite');
    await somebodyWaits(portal);
    await portal.rows('delete from care_group_member where provider_id = $1', [world.people.ofSite]);
    return { begun: deciding };
  });
  expect(await begun).toEqual([404, 'not_found']);
  expect(await decide('admin', 'atSite')).toEqual([200, undefined]);
});
