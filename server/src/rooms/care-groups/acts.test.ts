import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import { addCareGroup } from './add-care-group.ts';
import { addMember } from './add-member.ts';
import { addSponsor } from './add-sponsor.ts';
import { configureSite } from './configure-site.ts';
import { configureTrial, type TrialConfiguration } from './configure-trial.ts';

const home = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};
const settings: TrialConfiguration = {
  sponsorId: null,
  subjectNumberMask: 'XXX',
  outreachPreference: true,
  hasCard: true,
  hasShipping: true,
};

/** A company, someone who acts in it, and a way to act. `careGroupIds` null is an administrator. */
async function aCompanyAtWork(portal: Portal) {
  const companyId = await portal.aCompany();
  const actor: Actor & { careGroupIds: readonly number[] | null } = {
    companyId,
    careGroupIds: null,
    providerId: await portal.aPerson('Admin', { company_id: companyId }),
    firstName: 'Ann',
    lastName: 'Admin',
    type: 'Admin',
    host: 'localhost',
    requestId: 'r1',
  };
  const act = <T>(work: (tx: Tx) => Promise<T>) => portal.app.database.inCompany(companyId, work);
  const entries = () =>
    portal.rows<{ action: string; changes: unknown }>(
      'select action, changes from audit_entry where company_id = $1 order by seq',
      [companyId],
    );
  return { companyId, actor, act, entries, clock: portal.app.clock };
}
const outcomes = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map((one) =>
    one.status === 'fulfilled'
      ? 'done'
      : ((one.reason as { constraint?: string; message: string }).constraint ?? (one.reason as Error).message),
  );

test('OPS-29 CGP-18 CGP-19 REL-08 of 20 tries at once of one name, however it is written, one trial and one site come about', async () => {
  const portal = await openPortal();
  const { actor, act, entries, clock } = await aCompanyAtWork(portal);
  const names = Array.from({ length: 20 }, (_, n) => (n % 2 ? ' aur-101 ' : 'AUR-101'));
  const trials = await outcomes(
    names.map((name) =>
      act((tx) => addCareGroup(actOf(tx, clock, actor), { kind: 'trial', name, displayName: 'Study' })),
    ),
  );
  expect(trials.filter((one) => one === 'done').length).toBe(1);
  expect(trials.filter((one) => one === 'care_group__name_taken').length).toBe(19);
  const [{ id: trialId } = { id: 0 }] = await portal.rows<{ id: number }>(
    `select care_group_id as id from care_group where kind = 'trial'`,
  );
  const sites = await outcomes(
    names.map((name) =>
      act((tx) =>
        addCareGroup(actOf(tx, clock, actor), { kind: 'site', parentId: trialId, name, displayName: 'Site' }),
      ),
    ),
  );
  expect(sites.filter((one) => one === 'done').length).toBe(1);
  expect(sites.filter((one) => one === 'care_group__name_taken_below').length).toBe(19);
  expect((await entries()).map((entry) => entry.action)).toEqual(['care_group.added', 'care_group.added']);
});

test('P11-09 SEC-22 a trial, its sponsor and its site are set up, each step with its entry', async () => {
  const portal = await openPortal();
  const { actor, act, entries, clock } = await aCompanyAtWork(portal);
  const person = await portal.aPerson('Site User', { company_id: actor.companyId });
  const siteId = await act(async (tx) => {
    const sponsorId = await addSponsor(actOf(tx, clock, actor), { name: ' Aurelia ' });
    const trialId = await addCareGroup(actOf(tx, clock, actor), {
      kind: 'trial',
      name: 'AUR-101',
      displayName: 'Study',
    });
    await configureTrial(actOf(tx, clock, actor), trialId, { ...settings, sponsorId });
    const site = await addCareGroup(actOf(tx, clock, actor), {
      kind: 'site',
      parentId: trialId,
      name: 'Boston',
      displayName: 'Boston General',
    });
    await configureSite(actOf(tx, clock, actor), site, { address: home, phone: '+16175550100' });
    await configureSite(actOf(tx, clock, actor), site, { address: { ...home, city: 'Salem' }, phone: '+16175550100' });
    await addMember(actOf(tx, clock, actor), { careGroupId: site, providerId: person });
    await addMember(actOf(tx, clock, actor), { careGroupId: site, providerId: person });
    return site;
  });
  const written = await entries();
  expect(written.map((entry) => entry.action)).toEqual([
    'sponsor.added',
    'care_group.added',
    'trial.configured',
    'care_group.added',
    'site.configured',
    'site.configured',
    'care_group.member_added',
  ]);
  expect(written[5]?.changes).toEqual([{ field: 'address', old: home, new: { ...home, city: 'Salem' } }]);
  expect(
    await portal.rows(
      'select g.is_configured, a.city from care_group g join address a using (address_id) where care_group_id = $1',
      [siteId],
    ),
  ).toEqual([{ is_configured: true, city: 'Salem' }]);
  expect(await portal.rows('select provider_id from care_group_member where care_group_id = $1', [siteId])).toEqual([
    { provider_id: person },
  ]);
});

test('REL-07 of two configurations of one version the later is refused', async () => {
  const portal = await openPortal();
  const { actor, act, clock } = await aCompanyAtWork(portal);
  const trialId = await portal.aTrial(actor.companyId);
  const siteId = await portal.aSite(actor.companyId, trialId);
  const both = (work: (tx: Tx, n: number) => Promise<number>) => outcomes([1, 2].map((n) => act((tx) => work(tx, n))));
  expect(
    (
      await both((tx, n) =>
        configureTrial(actOf(tx, clock, actor), trialId, { ...settings, subjectNumberMask: 'X'.repeat(n), version: 1 }),
      )
    ).sort(),
  ).toEqual(['done', 'stale']);
  expect(
    (
      await both((tx, n) =>
        configureSite(actOf(tx, clock, actor), siteId, { address: home, notes: String(n), version: 1 }),
      )
    ).sort(),
  ).toEqual(['done', 'stale']);
});

test('SEC-22 SEC-23 nothing of another company can be set up or named, nor a group out of sight', async () => {
  const portal = await openPortal();
  const { actor, act, entries, clock } = await aCompanyAtWork(portal);
  const abroad = await portal.aCompany();
  const foreignTrial = await portal.aTrial(abroad);
  const foreignSite = await portal.aSite(abroad, foreignTrial);
  const foreignPerson = await portal.aPerson('Site User', { company_id: abroad });
  const own = await portal.aTrial(actor.companyId);
  const blind = { ...actor, careGroupIds: [] };
  const tries = await outcomes([
    act((tx) =>
      addCareGroup(actOf(tx, clock, actor), { kind: 'site', parentId: foreignTrial, name: 'x', displayName: 'x' }),
    ),
    act((tx) => addCareGroup(actOf(tx, clock, blind), { kind: 'site', parentId: own, name: 'x', displayName: 'x' })),
    act((tx) => configureTrial(actOf(tx, clock, actor), foreignTrial, settings)),
    act((tx) => configureTrial(actOf(tx, clock, blind), own, settings)),
    act(async (tx) =>
      configureTrial(actOf(tx, clock, actor), own, { ...settings, sponsorId: await portal.aSponsor(abroad) }),
    ),
    act((tx) => configureSite(actOf(tx, clock, actor), foreignSite, { address: home })),
    act((tx) => addMember(actOf(tx, clock, actor), { careGroupId: own, providerId: foreignPerson })),
    act((tx) => addMember(actOf(tx, clock, actor), { careGroupId: foreignTrial, providerId: actor.providerId ?? 0 })),
    act((tx) => addMember(actOf(tx, clock, blind), { careGroupId: own, providerId: actor.providerId ?? 0 })),
  ]);
  expect(new Set(tries)).toEqual(new Set(['not_found']));
  expect(await entries()).toEqual([]);
});
