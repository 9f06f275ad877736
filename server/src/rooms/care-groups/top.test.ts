/** Who belongs to a group at the top sees the whole company: nobody gets there by making one (SEC-23, SEC-24). */
import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aCompanyWithAdministrators, aTopGroup, type WhoOf } from '#test/administrators.ts';
import { openClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';

const named = (groupName: string) => ({ groupName, displayName: groupName, description: 'x' });

test('SEC-23 SEC-24 an administrator of some groups adds or copies nothing to the top, and sees no more than before; one of the whole company does', async () => {
  const portal = await openPortal();
  const world = await aCompanyWithAdministrators(portal);
  const { companyId, ward, people } = world;
  const before = await portal.rows('select count(*)::int as n from care_group');
  const tries = async (who: WhoOf) => {
    const caller = await portal.signedIn(people[who]);
    const add = (type: string, name: string) =>
      caller.call(api.addCareGroup, { body: { parentId: null, type, ...named(name) } });
    const answers = [
      await add('careGroup', `Group of ${who}`),
      await add('clinicalTrial', `Trial of ${who}`),
      await caller.call(api.copyCareGroups, {
        body: { companyId, gId: ward, parentId: null, copyAllSubgroups: false },
      }),
    ];
    return { answers: answers.map(({ status }) => status), whole: (await caller.call(me)).reply.seesWholeCompany };
  };
  // What they cannot see cannot be copied either.
  expect(await tries('ofSite')).toEqual({ answers: [403, 403, 404], whole: false });
  expect(await tries('ofTrial')).toEqual({ answers: [403, 403, 404], whole: false });
  expect(await tries('ofWard')).toEqual({ answers: [403, 403, 403], whole: false });
  expect(await portal.rows('select count(*)::int as n from care_group')).toEqual(before);
  expect(await tries('ofClinic')).toEqual({ answers: [200, 200, 200], whole: true });
});

test('SEC-06 SEC-23 whose group at the top is taken away or removed sees the whole company no more, with the next call; nor do a sponsor’s and a partner’s people through one', async () => {
  const portal = await openPortal();
  const { companyId, clinic, people, sponsor } = await aWorld(portal);
  const caller = await portal.signedIn(people.ofClinic);
  const sees = async (one = caller) => (await one.call(me)).reply.seesWholeCompany;
  expect(await sees()).toBe(true);
  await portal.rows('update care_group set removed_at = now() where care_group_id = $1', [clinic]);
  expect(await sees()).toBe(false);
  await portal.rows('update care_group set removed_at = null where care_group_id = $1', [clinic]);
  expect(await sees()).toBe(true);
  await portal.rows('delete from care_group_member where provider_id = $1', [people.ofClinic]);
  expect(await sees()).toBe(false);
  const partnerId = await portal.aPartner(companyId, 'pharmacy');
  const pharmacist = await portal.aPerson('Pharmacy User', { company_id: companyId, partner_id: partnerId }, [clinic]);
  for (const id of [pharmacist, sponsor]) expect(await sees(await portal.signedIn(id))).toBe(false);
});

test('SEC-24 OPS-28 a group at the top stays while its people are the only active administrators who see the whole company', async () => {
  const clinic = await openClinic();
  const { companyId, people, groups, rows, aPatient } = clinic;
  const { root } = people;
  const reserve = await aTopGroup(clinic, companyId);
  await rows('update care_group set parent_id = null where care_group_id = $1', [groups.diabetes]);
  await rows('update care_group_member set care_group_id = $1 where provider_id = $2', [
    groups.diabetes,
    root.providerId,
  ]);
  const patient = await aPatient({}, [groups.diabetes]);
  const remove = (g_id: number) => root.call(api.removeCareGroup, { query: { g_id } });
  const refused = [400, 'the company would have no active administrator left who sees all of it'];
  const join = (providerId: number, groupId: number) =>
    rows('insert into care_group_member (company_id, provider_id, care_group_id) values ($1, $2, $3)', [
      companyId,
      providerId,
      groupId,
    ]);
  const administrator = { company_id: companyId, admin_rights: true };
  // Neither of these administers the whole company.
  await join(people.nurse.providerId, reserve);
  await clinic.aPerson('Pharmacist', { ...administrator, is_active: false }, [reserve]);
  await clinic.aPerson('Pharmacist', administrator, [groups.heart]);
  const { status, message } = await remove(groups.diabetes);
  expect([status, message]).toEqual(refused);
  expect(await rows('select care_group_id from patient_care_group where patient_id = $1', [patient])).toEqual([
    { care_group_id: groups.diabetes },
  ]);
  expect((await root.call(me)).reply.seesWholeCompany).toBe(true);

  await clinic.aPerson('Pharmacist', administrator, [reserve]);
  expect((await remove(groups.diabetes)).status).toBe(200);
  expect((await root.call(me)).reply.seesWholeCompany).toBe(false);
});

async function aWorld(portal: Awaited<ReturnType<typeof openPortal>>) {
  const world = await aCompanyWithAdministrators(portal);
  const { sponsor } = world.people;
  await portal.rows('insert into care_group_member (company_id, provider_id, care_group_id) values ($1, $2, $3)', [
    world.companyId,
    sponsor,
    world.clinic,
  ]);
  return { ...world, sponsor };
}
