import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { addBrand, listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import { expect, test } from 'vitest';
import { keptTerms } from '#test/brands.ts';
import { actions, add, anAdmin, groupOf, groupsOf, siteOf, trial } from '#test/care-groups.ts';
import { letIn } from '#test/conversations.ts';
import { openDocuments } from '#test/documents.ts';
import { type Caller, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';

test('APG-20 CGP-32 OPS-30 a copy of one group has its name, description, type and brand, and neither its people, participants and shipments nor its configuration', async () => {
  const portal = await openShipments();
  const { companyId, siteId } = portal;
  const { admin } = portal.people;
  await portal.aRequest();
  const heldAt = async (gId: number) =>
    (
      await portal.rows<Record<'people' | 'participants' | 'requests', boolean>>(
        `select exists (select from care_group_member where care_group_id = $1) as people,
           exists (select from participant where site_id = $1) as participants,
           exists (select from shipment_request where site_id = $1) as requests`,
        [gId],
      )
    )[0];
  const target = await add(admin, trial);
  const [{ id: brandId } = { id: 0 }] = await portal.rows<{ id: number }>(
    `insert into company_brand (company_id, brand_key, company_name, hours, portal_url, created_at)
     values ($1, 'north', 'North', '{}', 'https://north.example', now()) returning brand_id as id`,
    [companyId],
  );
  await portal.rows(`update care_group set description = 'About Boston', brand_id = $2 where care_group_id = $1`, [
    siteId,
    brandId,
  ]);
  const source = await groupOf(admin, siteId);
  const copied = await admin.call(api.copyCareGroups, {
    body: { companyId, gId: siteId, parentId: target, copyAllSubgroups: false },
  });
  const { gId } = copied.reply;
  expect(copied.body).toEqual({ message: 'Group copied Successfully', gId, gIds: [gId] });
  expect(await groupOf(admin, gId)).toMatchObject({
    groupName: source?.groupName,
    displayName: source?.displayName,
    description: 'About Boston',
    type: 'trialSite',
    brandId,
    parentId: target,
    siteConfigured: 'not configured',
    primaryContact: admin.providerId,
  });
  expect(await portal.rows('select * from site_partner where site_id = $1', [gId])).toEqual([]);
  expect(await heldAt(siteId)).toEqual({ people: true, participants: true, requests: true });
  expect(await heldAt(gId)).toEqual({ people: false, participants: false, requests: false });
});

test('APG-20 CGP-33 OPS-30 All copies every sub-group with what is below it, and says so', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal, ['ClinicalManagement']);
  const group = (groupName: string, parentId: number | null) => ({ ...trial, type: 'careGroup', groupName, parentId });
  const source = await add(admin, group('Lakeside', null));
  const cardiology = await add(admin, group('Cardiology', source));
  await add(admin, group('Heart Failure', cardiology));
  await add(admin, group('Diabetes', source));
  const target = await add(admin, group('Quay', null));
  const { companyId } = admin;
  const copied = await admin.call(api.copyCareGroups, {
    body: { companyId, gId: source, parentId: target, copyAllSubgroups: true },
  });
  expect([copied.status, copied.message ?? copied.reply.message]).toEqual([200, 'Sub group(s) copied Successfully']);
  expect(copied.reply.gIds).toHaveLength(2);
  const groups = await groupsOf(admin);
  const below = (parentId: number) => groups.filter((one) => one.parentId === parentId);
  expect(
    below(target)
      .map((one) => one.groupName)
      .sort(),
  ).toEqual(['Cardiology', 'Diabetes']);
  const copy = below(target).find((one) => one.groupName === 'Cardiology');
  expect(below(copy?.gId ?? 0).map((one) => one.groupName)).toEqual(['Heart Failure']);
  expect(groups).toHaveLength(8);
});

test('CGP-34 ERR-04 OPS-30 a copy of an unknown group, of no sub-groups or onto a taken name fails with its status, and nothing is copied', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId } = admin;
  const source = await add(admin, trial);
  const [lyon, boston] = [await add(admin, siteOf(source, 'Lyon')), await add(admin, siteOf(source))];
  const target = await add(admin, { ...trial, groupName: 'BEX-202' });
  await add(admin, siteOf(target, 'boston'));
  const before = await groupsOf(admin);
  const copy = async (gId: number, parentId: number | null, copyAllSubgroups: boolean) => {
    const { status, message } = await admin.call(api.copyCareGroups, {
      body: { companyId, gId, parentId, copyAllSubgroups },
    });
    return [status, message];
  };
  const taken = [400, 'Care Group name already exists in this parent care group.'];
  expect(await copy(9_999, target, false)).toEqual([404, 'Not found.']);
  expect(await copy(lyon, 9_999, false)).toEqual([404, 'Not found.']);
  expect(await copy(lyon, target, true)).toEqual([400, 'This care group has no sub groups.']);
  expect(await copy(boston, target, false)).toEqual(taken);
  // Lyon would have been free: the whole copy is undone.
  expect(await copy(source, target, true)).toEqual(taken);
  expect(await groupsOf(admin)).toEqual(before);
});

test('CGW-23 APG-29 CGW-22 APG-30 APG-31 a brand of the company is assigned to a group and taken away again, and the list names it first when asked', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal, ['TrialCard', 'ClinicalManagement', 'BrandManagement']);
  const { companyId } = admin;
  const gId = await add(admin, trial);
  const anotherBrand = async (caller: Caller, brandKey: string) => {
    const termDocId = await keptTerms(portal, caller.companyId, caller.providerId);
    const body = { company_id: caller.companyId, brandKey, companyName: 'North', termDocId };
    return (await caller.call(addBrand, { body })).reply.brandId;
  };
  const [north, south] = [await anotherBrand(admin, 'north'), await anotherBrand(admin, 'south')];
  const abroad = await anAdmin(portal, ['BrandManagement']);
  const assign = (brandId: number | null, more: object = {}) =>
    admin.call(api.assignBrand, { body: { companyId, gId, brandId, ...more } });
  expect((await assign(south, { version: 1 })).body).toEqual({ message: 'The brand was updated.', version: 2 });
  expect((await groupOf(admin, gId))?.brandId).toBe(south);
  expect((await assign(north, { version: 1 })).status).toBe(409);
  expect((await assign(await anotherBrand(abroad, 'abroad'))).status).toBe(404);
  expect((await admin.call(api.assignBrand, { body: { companyId: companyId + 1, gId, brandId: null } })).status).toBe(
    403,
  );
  expect((await groupOf(admin, gId))?.brandId).toBe(south);
  expect((await assign(null)).reply).toEqual({ message: 'The brand was removed.', version: 3 });
  expect((await groupOf(admin, gId))?.brandId).toBe(null);
  expect((await actions(portal)).at(-1)).toMatchObject({
    action: 'care_group.brand_assigned',
    changes: [{ field: 'brand_id', old: south, new: null }],
  });
  const brands = async (query: object) =>
    (await admin.call(listBrands, { query: { company_id: companyId, ...query } })).reply.brand;
  expect((await brands({})).map(({ brandId, brandKey, companyName }) => [brandId, brandKey, companyName])).toEqual([
    [north, 'north', 'North'],
    [south, 'south', 'North'],
  ]);
  expect((await brands({ brand_id: south }))[0]?.brandId).toBe(south);
});

test('PRV-11 OPS-30 a group that somebody sees by emergency access alone they copy below none of their own, nor a group with such ones below it, and below others of the emergency as anybody there', async () => {
  const s = await openDocuments();
  const { ofWard } = s.people;
  const { companyId } = s;
  const group = async (name: string, parentId: number) =>
    (
      await s.rows<{ id: number }>(
        `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
         values ($1, $2, 'group', $3, $3, now()) returning care_group_id as id`,
        [companyId, parentId, name],
      )
    )[0]!.id;
  const [north, south] = [await group('North', s.clinic), await group('South', s.clinic)];
  await group('Attic', north);
  const own = await group('Own', s.ward);
  const docId = await s.attached(north);
  await letIn(s, ofWard, north);
  await letIn(s, ofWard, south);
  const copy = async (gId: number, parentId: number, copyAllSubgroups = false) => {
    const { status, message } = await ofWard.call(api.copyCareGroups, {
      body: { companyId, gId, parentId, copyAllSubgroups },
    });
    return status === 200 ? [200] : [status, message];
  };
  const refused = [
    403,
    'You see this care group only through emergency access, so you can neither keep it nor give it to others.',
  ];
  const before = await groupsOf(s.people.admin);
  expect([await copy(north, s.ward), await copy(north, own, true)]).toEqual([refused, refused]);
  expect(await groupsOf(s.people.admin)).toEqual(before);
  expect([await copy(north, south), await copy(own, south)]).toEqual([[200], [200]]);
  await s.rows('update emergency_access set ended_at = now()');
  expect(await s.opens(docId, ofWard)).toBe(404);
  expect(await copy(north, s.ward)).toEqual([404, 'Not found.']);
  expect(await copy(own, own)).toEqual([200]);
});
