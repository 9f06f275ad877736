import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { actions, add, anAdmin, groupOf, groupsOf, participantAt, siteOf, trial } from '#test/care-groups.ts';
import { anInviter, register, registration, sendInvitation } from '#test/invitations.ts';
import { openDocuments } from '#test/documents.ts';
import { openClinic } from '#test/patients.ts';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
import { anAskingClinic, ways } from '#test/responses.ts';

test('APG-17 CAG-05 OPS-21 CGP-24 ROL-37 CGP-13 CGP-15 a new trial and its site are listed, with contact and company of who made them', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const made = await admin.call(api.addCareGroup, { body: trial });
  expect([made.status, made.body]).toEqual([
    200,
    { message: 'Care Group successfully added.', gId: expect.any(Number), version: 1 },
  ]);
  const siteId = await add(admin, {
    ...siteOf(made.reply.gId),
    displayName: 'Boston General',
    primaryContact: admin.providerId,
    companyId: admin.companyId,
  });
  const own = { primaryContact: admin.providerId, companyId: admin.companyId, groupConfigMode: 'Create' };
  expect(await groupOf(admin, made.reply.gId)).toMatchObject({
    ...own,
    parentId: null,
    groupName: 'AUR-101',
    displayName: 'AUR-101',
    description: 'About migraine',
    type: 'clinicalTrial',
    groupType: 'Trial',
    trialSiteCount: 1,
    trialConfigured: 'not configured',
  });
  expect(await groupOf(admin, siteId)).toMatchObject({
    ...own,
    parentId: made.reply.gId,
    displayName: 'Boston General',
    type: 'trialSite',
    groupType: 'Trial Site',
    siteConfigured: 'not configured',
  });
});

test('CGP-16 ROL-37 another contact is ignored, another company and a type that says two things are refused', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const colleague = await portal.aPerson('Admin', { company_id: admin.companyId });
  const status = async (more: object) => (await admin.call(api.addCareGroup, { body: { ...trial, ...more } })).status;
  expect(await status({ companyId: await portal.aCompany() })).toBe(403);
  expect(await status({ groupType: 'Trial Site' })).toBe(400);
  expect(await groupsOf(admin)).toEqual([]);
  for (const [n, primaryContact] of [colleague, 9_999, null].entries())
    expect(await status({ groupName: `Trial ${n}`, displayName: '', primaryContact })).toBe(200);
  expect((await groupsOf(admin)).map((group) => group.primaryContact)).toEqual(
    Array.from({ length: 3 }, () => admin.providerId),
  );
});

test.each([
  ['no name', { groupName: ' ' }, 'groupName'],
  ['no description', { description: '' }, 'description'],
  ['no type', { type: undefined }, 'type'],
  ['a number of its own', { gId: 7 }, 'gId'],
])('APG-17 CGP-17 a new group with %s is refused by name', async (_case, more, field) => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const answer = await admin.call(api.addCareGroup, { body: { ...trial, ...more } });
  expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
});

test('ERR-02 CGP-18 CGP-19 CGP-20 OPS-29 a name is taken in the company or below the same parent, however it is written, and free elsewhere', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const first = await add(admin, trial);
  const second = await add(admin, { ...trial, groupName: 'BEX-202' });
  await add(admin, siteOf(first));
  const refusal = async (body: object) => {
    const { status, message } = await admin.call(api.addCareGroup, { body });
    return [status, message];
  };
  const taken = [400, 'Care Group name already exists.'];
  const takenBelow = [400, 'Care Group name already exists in this parent care group.'];
  expect(await refusal({ ...trial, groupName: ' aur-101 ' })).toEqual(taken);
  expect(await refusal(siteOf(first, 'BOSTON'))).toEqual(takenBelow);
  expect((await admin.call(api.addCareGroup, { body: siteOf(second) })).status).toBe(200);
  expect((await (await anAdmin(portal)).call(api.addCareGroup, { body: trial })).status).toBe(200);
  const lyon = await add(admin, siteOf(first, 'Lyon'));
  const rename = (g_id: number, groupName: string) =>
    admin.call(api.changeCareGroup, { body: { g_id, groupName, description: 'x' } });
  expect((await rename(second, 'Aur-101')).message).toBe(taken[1]);
  expect((await rename(lyon, 'boston')).message).toBe(takenBelow[1]);
  // An edit may keep its own name.
  expect((await rename(lyon, 'LYON')).status).toBe(200);
});

test('CGP-13 a trial stands alone, a site below a trial and a clinic’s group below one of its own', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal, ['TrialCard', 'ClinicalManagement']);
  const trialId = await add(admin, trial);
  const siteId = await add(admin, siteOf(trialId));
  const clinic = await add(admin, { ...trial, type: 'careGroup', groupName: 'Clinic' });
  await add(admin, { ...trial, type: 'careGroup', groupName: 'Ward', parentId: clinic });
  const misplaced = [
    { ...trial, groupName: 'x', parentId: trialId },
    siteOf(siteId, 'x'),
    siteOf(clinic, 'x'),
    { ...siteOf(trialId, 'x'), parentId: null },
    { ...trial, type: 'careGroup', groupName: 'x', parentId: trialId },
  ];
  for (const body of misplaced)
    expect([body, (await admin.call(api.addCareGroup, { body })).code]).toEqual([body, 'care_group.wrong_place']);
  expect((await groupsOf(admin)).map(({ type, groupType }) => [type, groupType])).toEqual([
    ['clinicalTrial', 'Trial'],
    ['trialSite', 'Trial Site'],
    ['careGroup', 'Care Group'],
    ['careGroup', 'Care Group'],
  ]);
});

test('TRE-03 a group is read with its number, the one above it, its names, its description and its type', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const trialId = await add(admin, { ...trial, displayName: 'Aurora', description: 'About migraine' });
  const siteId = await add(admin, { ...siteOf(trialId), displayName: 'Boston General', description: 'By the river' });
  const fields = ['gId', 'parentId', 'groupName', 'displayName', 'description', 'groupType'];
  const { body } = await admin.call(listCareGroups);
  const { groups } = body as { groups: Record<string, unknown>[] };
  expect(groups.map((group) => fields.map((field) => group[field]))).toEqual([
    [trialId, null, 'AUR-101', 'Aurora', 'About migraine', 'Trial'],
    [siteId, trialId, 'Boston', 'Boston General', 'By the river', 'Trial Site'],
  ]);
});

test('OPS-32 with ClinicalManagement alone an administrator edits the groups of the clinic, and makes no trials', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['ClinicalManagement']);
  const root = await portal.aTrial(companyId, { kind: 'group', name: 'Lakeside', sponsor_id: null });
  const person = await portal.signedIn(
    await portal.aPerson('Pharmacist', { company_id: companyId, admin_rights: true }, [root]),
  );
  const group = { ...trial, type: 'careGroup', groupName: 'Cardiology', parentId: root };
  const gId = await add(person, group);
  expect((await person.call(api.addCareGroup, { body: trial })).status).toBe(403);
  // At the top one is not below what they belong to, and stays in their sight all the same.
  const top = await add(person, { ...group, groupName: 'Quay', parentId: null });
  expect((await groupsOf(person)).map((one) => one.gId)).toEqual(expect.arrayContaining([root, gId, top]));
  expect(
    (await person.call(api.changeCareGroup, { body: { g_id: gId, groupName: 'Heart', description: 'x' } })).status,
  ).toBe(200);
  const helper = await portal.signedIn(await portal.aPerson('Pharmacist', { company_id: companyId }, [root]));
  expect((await helper.call(api.addCareGroup, { body: { ...group, groupName: 'x' } })).status).toBe(403);
});

test('APG-18 CAG-06 CGP-24 OPS-19 P11-09 a group is renamed under either spelling of its number, with an entry that has old and new', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const gId = await add(admin, trial);
  const body = { groupName: 'AUR-102', displayName: 'Second Study', description: 'About sleep' };
  const changed = await admin.call(api.changeCareGroup, { body: { ...trial, ...body, g_id: gId, gId, version: 1 } });
  expect(changed.body).toEqual({ message: 'Care Group successfully updated.', gId, version: 2 });
  expect(await groupOf(admin, gId)).toMatchObject({ ...body, version: 2 });
  expect((await actions(portal)).at(-1)).toEqual({
    action: 'care_group.changed',
    changes: [
      { field: 'name', old: 'AUR-101', new: 'AUR-102' },
      { field: 'display_name', old: 'AUR-101', new: 'Second Study' },
      { field: 'description', old: 'About migraine', new: 'About sleep' },
    ],
  });
  const other = { groupName: 'AUR-103', description: 'x' };
  expect((await admin.call(api.changeCareGroup, { body: { ...other, gId } })).reply.version).toBe(3);
  // A display name that is left out stays; an empty one is that of the group.
  expect(await groupOf(admin, gId)).toMatchObject({ ...other, displayName: 'Second Study' });
  await admin.call(api.changeCareGroup, { body: { ...other, gId, displayName: ' ' } });
  expect(await groupOf(admin, gId)).toMatchObject({ ...other, displayName: 'AUR-103', version: 4 });
  expect((await admin.call(api.changeCareGroup, { body: other })).fields).toEqual({ g_id: 'is required' });
  expect(
    Object.keys((await admin.call(api.changeCareGroup, { body: { ...other, gId, g_id: gId + 1 } })).fields),
  ).toEqual(['gId']);
});

test('APG-18 REL-07 a stale edit is refused, and so is one that would move a group or make it something else', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const gId = await add(admin, trial);
  const other = await add(admin, { ...trial, groupName: 'BEX-202' });
  const change = (more: object) =>
    admin.call(api.changeCareGroup, { body: { g_id: gId, groupName: 'x', description: 'x', ...more } });
  const stale = await change({ version: 7 });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({
    detail: { current: { gId, groupName: trial.groupName, hasCard: 0, version: 1 } },
  });
  for (const more of [
    { parentId: other },
    { type: 'trialSite' },
    { groupType: 'Trial Site' },
    { primaryContact: 9_999 },
  ])
    expect((await change(more)).fields).toEqual({ [Object.keys(more)[0] as string]: 'cannot be changed' });
  expect(await groupOf(admin, gId)).toMatchObject({ groupName: 'AUR-101', version: 1 });
  expect((await change({ parentId: null, type: 'clinicalTrial', primaryContact: admin.providerId })).status).toBe(200);
});

/** The groups as the wire speaks of them. */
const asRead = async (caller: Caller) =>
  (
    (await caller.call(listCareGroups)).body as {
      groups: (Record<string, unknown> & { gId: number; version: number })[];
    }
  ).groups;

test('APG-18 CGP-24 CGP-12 SEC-25 a trial and a site are put back as they were read, with g_id, and of what other calls set nothing is changed', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const read = async (gId: number) => (await asRead(admin)).find((group) => group.gId === gId)!;
  const put = (group: object, more: object) => admin.call(api.changeCareGroup, { body: { ...group, ...more } });
  for (const g_id of [trialId, siteId]) {
    const before = await read(g_id);
    const answer = await put(before, { g_id, description: 'Edited' });
    expect([answer.status, answer.fields]).toEqual([200, {}]);
    expect(await read(g_id)).toEqual({ ...before, description: 'Edited', version: before.version + 1 });
  }
  const before = await read(siteId);
  for (const more of [
    { sponsorId: 9_999 },
    { sponsorName: 'Another' },
    { hasCard: before['hasCard'] === 1 ? 0 : 1 },
    { orderFormTemplate: 7 },
    { trialSiteCount: 12 },
    { siteConfigured: 'not configured' },
    { groupConfigMode: 'Create' },
    { brandId: 7 },
    { hasShippingRequest: null },
  ])
    expect((await put(before, { g_id: siteId, groupName: 'Moved', ...more })).fields).toEqual({
      [Object.keys(more)[0] as string]: 'cannot be changed',
    });
  expect(await read(siteId)).toEqual(before);
  // Who holds an older one is told that first.
  const old = await put(before, { g_id: siteId, version: before.version - 1, sponsorId: 9_999 });
  expect([old.status, old.code]).toEqual([409, 'stale']);
});

test('APG-17 CGP-16 SEC-25 a new group is sent with every field of a group, empty or as it will be, and none is set by that', async () => {
  const portal = await openPortal();
  const { companyId, trialId, sponsorId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const notConfigured = 'not configured';
  const unsaved = {
    sponsorId: null,
    sponsorName: null,
    hasCard: 0,
    hasShippingRequest: null,
    outreachPreference: 0,
    subjectNumberMask: '',
    orderFormTemplate: null,
    trialSiteCount: 0,
    trialConfigured: notConfigured,
    siteConfigured: notConfigured,
    cardConfigured: notConfigured,
    shippingConfigured: notConfigured,
    groupConfigMode: 'Create',
    cardConfigMode: 'Create',
    brandId: null,
    primaryContact: admin.providerId,
    companyId,
  };
  const post = (more: object) => admin.call(api.addCareGroup, { body: { ...siteOf(trialId), ...unsaved, ...more } });
  const made = await post({ groupName: 'Lyon' });
  expect([made.status, made.fields]).toEqual([200, {}]);
  expect((await post({ groupName: 'Malmö', sponsorId, trialConfigured: 'configured' })).status).toBe(200);
  const before = await asRead(admin);
  for (const more of [{ sponsorId: 9_999 }, { brandId: 7 }, { siteConfigured: 'configured' }, { trialSiteCount: 3 }])
    expect((await post({ groupName: 'Uppsala', ...more })).fields).toEqual({
      [Object.keys(more)[0] as string]: 'cannot be set on a new care group',
    });
  expect(await asRead(admin)).toEqual(before);
});

test('APG-19 CGP-25 CGP-26 OPS-19 a removed group is gone from every list and answers like none, and its name is free', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const gId = await add(admin, trial);
  const siteId = await add(admin, siteOf(gId));
  const visitor = await portal.signedIn(await portal.aPerson('Site User', { company_id: admin.companyId }, [gId]));
  const removed = await admin.call(api.removeCareGroup, { query: { gId: siteId } });
  expect([removed.status, removed.body]).toEqual([200, { message: 'Care Group successfully deleted.' }]);
  expect((await groupsOf(admin)).map((group) => [group.gId, group.trialSiteCount])).toEqual([[gId, 0]]);
  expect((await groupsOf(visitor)).map((group) => group.gId)).toEqual([gId]);
  for (const [endpoint, asking] of [
    [api.removeCareGroup, { query: { g_id: siteId } }],
    [api.changeCareGroup, { body: { g_id: siteId, groupName: 'x', description: 'x' } }],
    [api.copyCareGroups, { body: { companyId: admin.companyId, gId: siteId, parentId: gId, copyAllSubgroups: false } }],
    [addParticipant, participantAt(siteId, '101-001')],
  ] as const)
    expect((await admin.call(endpoint, asking)).status).toBe(404);
  await add(admin, siteOf(gId));
  // Hidden, not erased.
  expect(await portal.rows('select name from care_group where removed_at is not null')).toEqual([{ name: 'Boston' }]);
  expect((await actions(portal)).map(({ action }) => action)).toContain('care_group.removed');
});

test('CGP-26 who was invited to a group that was removed meanwhile registers all the same, and to the others', async () => {
  onItsOwn();
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId } = admin;
  const [kept, gone] = [await add(admin, trial), await add(admin, { ...trial, groupName: 'BEX-202' })];
  const inviter = await anInviter(portal, companyId);
  const { code } = await sendInvitation(portal, inviter, { careGroupIds: [kept, gone] });
  await admin.call(api.removeCareGroup, { query: { g_id: gone } });
  expect((await register(portal, registration(code))).status).toBe(200);
  expect(await portal.rows('select care_group_id from care_group_member')).toEqual([{ care_group_id: kept }]);
});

test('OPS-28 CGP-27 ERR-03 a group with sub-groups, participants or requests stays, and the answer completes the sentence', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const refusal = async (g_id: number) => {
    const { status, message } = await admin.call(api.removeCareGroup, { query: { g_id } });
    return [status, message];
  };
  expect(await refusal(trialId)).toEqual([400, 'it has sub groups']);
  const participantId = await portal.aParticipant(companyId, trialId, siteId);
  expect(await refusal(siteId)).toEqual([400, 'it has participants']);
  await portal.rows('delete from participant where participant_id = $1', [participantId]);
  await portal.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
       requester_id, required_on, status_changed_on, submission, created_at)
     select company_id, $1, $2, (select min(partner_id) from partner), 'pharmacy', 'cancelled', false, address_id, $3, current_date,
       current_date, gen_random_uuid(), now() from care_group where care_group_id = $2`,
    [trialId, siteId, admin.providerId],
  );
  expect(await refusal(siteId)).toEqual([400, 'it has shipment requests']);
  expect((await groupsOf(admin)).length).toBe(2);
});

test('what a removal would do is told before it: who leaves the group, and who of them would be in none', async () => {
  const s = await openClinic();
  const { heart, failure, diabetes } = s.groups;
  const told = async (g_id: number, who: keyof typeof s.people = 'root') => {
    const { status, reply } = await s.people[who].call(api.readRemoval, { query: { g_id } });
    return status === 200 ? reply : status;
  };
  expect(await told(failure)).toMatchObject({ patients: 0, patientsWithoutOther: 0 });
  await s.anActivePatient({}, [failure]);
  await s.anActivePatient({}, [failure, diabetes]);
  await s.aPatient({}, [failure]);
  const removed = await s.anActivePatient({}, [failure]);
  await s.rows('update patient set removed_at = now() where patient_id = $1', [removed]);
  expect(await told(failure)).toMatchObject({ patients: 3, patientsWithoutOther: 2 });
  expect(await told(heart)).toMatchObject({ patients: 0, patientsWithoutOther: 0 });
  // Whoever may not remove it is told nothing, and of one out of sight there is none.
  expect(await told(failure, 'nurse')).toBe(403);
  expect(await told(99_999)).toBe(404);
});

test('what waits of the patients who would be in no group, and the documents of the group, are told before its removal', async () => {
  const portal = await openPortal();
  const s = await anAskingClinic(portal);
  const { heart, failure, diabetes } = s.groups;
  const waits = async (groups: number[]) => {
    const u_id = await s.anActivePatient({}, groups);
    expect((await s.submits(s.people.root, u_id, await s.event(u_id), ways.flagged)).status).toBe(200);
    for (const completedAt of [null, '2026-01-02Z'])
      await s.rows(
        `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at, completed_at)
         values ($1, $2, $3, now(), 'Call', now(), $4)`,
        [s.companyId, u_id, s.people.root.providerId, completedAt],
      );
    return u_id;
  };
  await waits([failure, diabetes]);
  const alone = await waits([failure]);
  const open = await s.rows(`select from flagged_answer where patient_id = $1`, [alone]);
  await s.rows(
    `update flagged_answer set closed_at = now() where flagged_answer_id =
       (select min(flagged_answer_id) from flagged_answer where patient_id = $1)`,
    [alone],
  );
  const told = async (g_id: number) => (await s.people.root.call(api.readRemoval, { query: { g_id } })).reply;
  expect(await told(failure)).toEqual({
    patients: 2,
    patientsWithoutOther: 1,
    openFlags: open.length - 1,
    plannedFollowUps: 1,
    documents: 0,
    documentsToSign: 0,
  });
  const documents = await openDocuments();
  await documents.attached(documents.ward, 'Protocol');
  const asked = await documents.attached(documents.ward, 'Consent');
  await documents.asked(asked, [[documents.people.ofWard.providerId, null]]);
  const { admin } = documents.people;
  const ofWard = (await admin.call(api.readRemoval, { query: { g_id: documents.ward } })).reply;
  expect(ofWard).toMatchObject({ patients: 0, openFlags: 0, plannedFollowUps: 0, documents: 2, documentsToSign: 1 });
  expect(await told(heart)).toMatchObject({ documents: 0, documentsToSign: 0 });
});

test('OPS-28 REL-08 of a removal and what would keep the group, both at once, exactly one comes about', async () => {
  const portal = await openPortal();
  const { companyId, trialId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const atOnce = async (gId: number, keeping: () => Promise<{ status: number }>) => {
    const [removed, kept] = await Promise.all([admin.call(api.removeCareGroup, { query: { g_id: gId } }), keeping()]);
    expect([removed.status, kept.status]).toEqual(removed.status === 200 ? [200, 404] : [400, 200]);
  };
  for (let n = 0; n < 4; n += 1) {
    const siteId = await portal.aSite(companyId, trialId);
    await atOnce(siteId, () => admin.call(addParticipant, participantAt(siteId, `700-${100 + n}`)));
    const above = await add(admin, { ...trial, groupName: `AUR-${n}` });
    await atOnce(above, () => admin.call(api.addCareGroup, { body: siteOf(above, 'Below') }));
  }
  expect(
    await portal.rows(
      `select g.care_group_id from care_group g where removed_at is not null and (
         exists (select from participant p where p.site_id = g.care_group_id)
         or exists (select from care_group below where below.parent_id = g.care_group_id and below.removed_at is null))`,
    ),
  ).toEqual([]);
});
