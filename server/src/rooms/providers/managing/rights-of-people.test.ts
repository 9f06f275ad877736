import { me } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn } from '#test/portal.ts';
import { byNumber, openUsers, said } from '#test/users.ts';

test('USR-23 CAG-07 CAG-08 CAG-09 SEC-06 P11-16 groups are given and taken, act with the next call of an open session, and are on record', async () => {
  const s = await openUsers();
  const { atSite } = s.people;
  const person = await s.as('atSite');
  const groupsSeen = async () => (await person.call(me)).reply.gIds;
  expect((await s.groupsOf(atSite)).body).toEqual({ providerGroups: [{ gId: s.site, public: 0 }] });
  expect(await groupsSeen()).toEqual([s.site]);
  expect((await s.addGroups(atSite, [s.otherSite])).status).toBe(200);
  expect(await groupsSeen()).toEqual([s.site, s.otherSite]);
  expect((await s.groupsOf(atSite)).reply.providerGroups).toContainEqual({ gId: s.otherSite, public: true });
  // As far as somebody of one site sees them they are not theirs to change any more.
  expect(said((await s.groupsOf(atSite, 'ofSite')) as never)).toEqual([403, 'provider.beyond']);
  expect((await s.removeGroups(atSite, s.site)).status).toBe(200);
  expect(await groupsSeen()).toEqual([s.otherSite]);
  const [added] = await s.entries('care_group.member_added');
  expect(added).toMatchObject({
    actor_id: s.people.admin,
    record_id: String(s.otherSite),
    changes: [
      { field: 'provider_id', new: atSite },
      { field: 'is_public', new: true },
    ],
  });
  const [removed] = await s.entries('care_group.member_removed');
  expect(removed).toMatchObject({
    record_id: String(s.site),
    changes: [
      { field: 'provider_id', old: atSite },
      { field: 'is_public', old: false },
    ],
  });
  expect(await s.rows(`select payload from event where type = 'provider.changed' order by event_id`)).toHaveLength(2);
});

test('USR-23 OPC-86 P11-16 patients see a person in a group, or no longer, in one step: the group is never taken from them, and of several all are changed or none', async () => {
  onItsOwn();
  const s = await openUsers();
  const { atSite } = s.people;
  const show = async (groupsToShow: { gId: number; public: 0 | 1 }[], who: 'admin' | 'ofSite' = 'admin') =>
    (await s.as(who)).call(api.showInGroupsOfUser, { body: { companyId: s.companyId, cp_id: atSite, groupsToShow } });
  const shown = async () => (await s.groupsOf(atSite)).reply.providerGroups;
  expect((await show([{ gId: s.site, public: 1 }])).status).toBe(200);
  expect(await shown()).toEqual([{ gId: s.site, public: true }]);
  // What is so already is no change.
  expect((await show([{ gId: s.site, public: 1 }])).status).toBe(200);
  const entries = await s.entries('care_group.member_shown');
  expect(entries.map(({ record_id, changes }) => [record_id, changes])).toEqual([
    [
      String(s.site),
      [
        { field: 'provider_id', new: atSite },
        { field: 'is_public', old: false, new: true },
      ],
    ],
  ]);
  expect(await s.entries('care_group.member_removed')).toEqual([]);
  const oneIsNotTheirs = [
    { gId: s.site, public: 0 as const },
    { gId: s.otherSite, public: 0 as const },
  ];
  expect(said((await show(oneIsNotTheirs)) as never)).toEqual([404, 'not_found']);
  expect(said((await show([{ gId: s.otherSite, public: 1 }], 'ofSite')) as never)).toEqual([404, 'not_found']);
  const twice = await show([
    { gId: s.site, public: 0 },
    { gId: s.site, public: 1 },
  ]);
  expect([twice.status, twice.fields]).toEqual([400, { groupsToShow: 'names a care group twice' }]);
  expect(await shown()).toEqual([{ gId: s.site, public: true }]);
});

test('USR-24 USR-25 OPC-87 a group twice is a 500 and adds none, the last one may go, and what the person has not is not found', async () => {
  const s = await openUsers();
  const { atSite } = s.people;
  const twice = await s.addGroups(atSite, [s.otherSite, s.site]);
  expect([twice.status, twice.code, twice.message]).toEqual([
    500,
    'provider.groups_duplicated',
    'Care groups are duplicated.',
  ]);
  expect(said((await s.addGroups(atSite, [s.otherSite, s.otherSite])) as never)).toEqual([
    500,
    'provider.groups_duplicated',
  ]);
  // An ordinary refusal is no fault of the portal.
  expect(s.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
  const bare = await s.aSite(s.companyId, s.trial, { is_configured: false, display_name: 'Bare' });
  const unready = await s.addGroups(atSite, [s.otherSite, bare]);
  expect([unready.status, unready.code, unready.message]).toEqual([
    400,
    'provider.group_not_configured',
    '“Bare” is not fully configured. A Site User can only be given fully configured care groups.',
  ]);
  expect(said((await s.removeGroups(atSite, s.otherSite)) as never)).toEqual([404, 'not_found']);
  expect((await s.groupsOf(atSite)).reply.providerGroups).toEqual([{ gId: s.site, public: false }]);
  expect((await s.removeGroups(atSite, s.site, 'ofSite')).status).toBe(200);
  expect((await s.groupsOf(atSite)).reply.providerGroups).toEqual([]);
});

test('USR-09 SEC-23 who works for a partner, was only invited, or is out of sight is given no groups, and nobody gives what they do not see', async () => {
  const s = await openUsers();
  const partner = await s.aPartner(s.companyId, 'pharmacy');
  const pharmacist = await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: partner });
  const refused = await s.addGroups(pharmacist, [s.site]);
  expect([refused.status, refused.message]).toEqual([
    400,
    'The sites of a partner’s people are those that the partner serves.',
  ]);
  const { cpID } = (await s.invite('ada@clinic.example')).reply;
  expect(said((await s.addGroups(cpID, [s.otherSite])) as never)).toEqual([409, 'provider.wrong_state']);
  expect(said((await s.change(cpID, { prescriber: 1 })) as never)).toEqual([409, 'provider.wrong_state']);
  expect(said((await s.addGroups(s.people.atSite, [s.otherSite], 'ofSite')) as never)).toEqual([404, 'not_found']);
  expect(said((await s.addGroups(s.people.atSite, [99_999])) as never)).toEqual([404, 'not_found']);
  // A partner’s person is revoked, let in again and removed like anybody.
  expect(
    (await s.find((await s.list()).reply.careProviders.find((one) => one.cpID === pharmacist)?.email ?? ''))?.mayManage,
  ).toBe(true);
  for (const step of [s.deactivate, s.reactivate, s.deactivate, s.remove])
    expect((await step(pharmacist)).status).toBe(200);
});

test('REL-08 the same group given twice at once is given once', async () => {
  const s = await openUsers();
  const answers = await Promise.all([
    s.addGroups(s.people.atSite, [s.otherSite]),
    s.addGroups(s.people.atSite, [s.otherSite], 'ofClinic'),
    s.addGroups(s.people.atSite, [s.otherSite]),
  ]);
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 404, 500]);
});

test('USR-26 CAG-11 OPC-90 REL-07 P11-16 a Site User is made a prescriber, an administrator, and no longer, by whoever has what they give', async () => {
  const s = await openUsers();
  const { atSite, ofTrial, elsewhere } = s.people;
  const caller = await s.as('atSite');
  const made = await s.change(atSite, { prescriber: 1, adminRights: 1 }, 'ofSite', { version: 1 });
  expect(made.body).toEqual({ message: 'Saved.', version: 2 });
  expect((await caller.call(me)).reply.adminRights).toBe(true);
  expect(await s.entries('provider.changed')).toEqual([
    expect.objectContaining({
      actor_id: s.people.ofSite,
      record_id: String(atSite),
      changes: [
        { field: 'is_prescriber', old: false, new: true },
        { field: 'admin_rights', old: false, new: true },
      ],
    }),
  ]);
  const stale = await s.change(atSite, { prescriber: 0 }, 'admin', { version: 1 });
  expect(said(stale as never)).toEqual([409, 'stale']);
  expect((stale.body as { detail: { current: { person: object } } }).detail.current.person).toMatchObject({
    version: 2,
  });
  // What is so already changes nothing.
  expect((await s.change(atSite, { prescriber: 1 })).reply.version).toBe(2);
  expect((await s.change(atSite, { prescriber: 0, adminRights: 0 })).reply.version).toBe(3);
  expect((await caller.call(me)).reply.adminRights).toBe(false);
  const refused = async (id: number, rights: Parameters<typeof s.change>[1]) => {
    const { status, message } = await s.change(id, rights);
    return [status, message];
  };
  expect(await refused(ofTrial, { prescriber: 1 })).toEqual([400, 'Only a Site User can be a prescriber.']);
  expect(await refused(s.people.sponsor, { adminRights: 0 })).toEqual([
    400,
    'The admin rights of this role cannot be changed.',
  ]);
  expect(said((await s.change(elsewhere, { adminRights: 1 }, 'ofSite')) as never)).toEqual([404, 'not_found']);
  const admin = await s.as('admin');
  const named = (careProviderData: object[]) =>
    admin.call(api.changeUser, { body: { companyId: s.companyId, cpId: atSite, careProviderData } });
  expect((await named([{ Name: 'type', Value: '1' }])).fields).toEqual({
    'careProviderData.0.Name': 'must be prescriber or adminRights',
  });
  expect((await named([{ Name: 'prescriber', Value: '2' }])).status).toBe(400);
  expect(
    (
      await named([
        { Name: 'prescriber', Value: '1' },
        { Name: 'prescriber', Value: '0' },
      ])
    ).fields,
  ).toEqual({
    careProviderData: 'names the same twice',
  });
});
