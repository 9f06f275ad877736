import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { invitePharmacyUser } from '@portal/contract/partners/manage-endpoints.ts';
import { expect, test } from 'vitest';
import { holdPeople, keepingAnAdministrator } from '#rooms/care-groups/door.ts';
import { holdInvitationsOf } from '#rooms/providers/door.ts';
import { aTopGroup } from '#test/administrators.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { byNumber, numberOf, openUsers, said, type Users } from '#test/users.ts';
import { somebodyWaits } from '#test/waits.ts';

const ok = [200, undefined];

/** Has calls wait until all of them stand before the company's people, and then lets them go. */
async function atOnce<T>(s: Users, ...calls: (() => Promise<T>)[]): Promise<T[]> {
  const { begun } = await s.app.database.asSystem(async (tx) => {
    await holdPeople(tx, s.companyId);
    const all = calls.map((call) => call());
    await somebodyWaits(s.portal, calls.length);
    return { begun: all };
  });
  return Promise.all(begun);
}

test('SEC-24 REL-08 of two administrators who revoke each other at once one does, and the company keeps one', async () => {
  const s = await openUsers();
  await s.rows('update provider set is_active = false where provider_id = $1', [s.people.ofClinic]);
  const other = await s.signedIn(await s.aPerson('Admin', { company_id: s.companyId }));
  const first = await s.as('admin');
  const answers = await atOnce(
    s,
    () => s.deactivate(other.providerId, first),
    () => s.deactivate(first.providerId, other),
  );
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 403]);
  expect(
    await s.rows(`select 1 from provider where company_id = $1 and type = 'Admin' and is_active`, [s.companyId]),
  ).toHaveLength(1);
});

test('SEC-24 the last active administrator who sees the whole company stays one', async () => {
  const s = await openUsers();
  const top = await aTopGroup(s.portal, s.companyId);
  // Whose rights are taken while their own call is on its way is refused like anybody who has none.
  await s.rows(`update provider set is_active = false where provider_id = any($1)`, [[s.people.admin]]);
  const last = await s.as('ofClinic');
  const pharmacist = await s.signedIn(
    await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [top]),
  );
  expect(said((await s.change(s.people.ofClinic, { adminRights: 0 }, pharmacist)) as never)).toEqual(ok);
  expect(said((await s.change(pharmacist.providerId, { adminRights: 0 }, last)) as never)).toEqual([403, 'forbidden']);
  const both = await Promise.all([
    s.removeGroups(s.people.ofClinic, s.clinic, pharmacist),
    s.change(s.people.ofClinic, { adminRights: 1 }, pharmacist),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('SEC-24 whatever would leave a company without an administrator who sees all of it does not happen', async () => {
  const s = await openUsers();
  const end = (ids: readonly number[]) =>
    s.app.database.asSystem((tx) => {
      inPlaceOfAct(tx);
      return keepingAnAdministrator(tx, s.companyId, () =>
        tx.updateTable('provider').set({ is_active: false }).where('provider_id', 'in', ids).execute(),
      );
    });
  await end([s.people.admin]);
  await expect(end([s.people.ofClinic])).rejects.toMatchObject({ code: 'provider.last_administrator' });
  // Whoever sees a part of it does not stand in for them.
  const [row] = await s.rows('select is_active from provider where provider_id = $1', [s.people.ofClinic]);
  expect(row).toEqual({ is_active: true });
});

test('SEC-24 REL-08 two who take each other their rights, or their place at the top, leave one', async () => {
  const s = await openUsers();
  await s.rows(`update provider set is_active = false where provider_id = $1`, [s.people.admin]);
  const top = await aTopGroup(s.portal, s.companyId);
  const other = await s.signedIn(await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [top]));
  const first = await s.as('ofClinic');
  const answers = await atOnce<{ status: number }>(
    s,
    () => s.removeGroups(other.providerId, top, first),
    () => s.change(first.providerId, { adminRights: 0 }, other),
  );
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 403]);
});

test('SEC-24 REL-08 of two administrators who remove their groups at the top, or of whom one is revoked meanwhile, the company keeps one', async () => {
  const wide = (s: Users) =>
    s.rows(
      `select from provider where company_id = $1 and is_active and admin_rights
         and provider_id in (select provider_id from sees_company)`,
      [s.companyId],
    );
  const two = async () => {
    const s = await openUsers();
    await s.rows(`update provider set is_active = false where provider_id = $1`, [s.people.admin]);
    const person = async (group: number) =>
      s.signedIn(await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [group]));
    await s.rows('delete from care_group_member where care_group_id = $1', [s.clinic]);
    const groups = [await aTopGroup(s.portal, s.companyId), await aTopGroup(s.portal, s.companyId)] as const;
    const [first, second] = [await person(groups[0]), await person(groups[1])];
    const removes = (who: typeof first, g_id: number) => () => who.call(removeCareGroup, { query: { g_id } });
    return { s, first, second, firstRemoves: removes(first, groups[0]), secondRemoves: removes(second, groups[1]) };
  };
  const { s, firstRemoves, secondRemoves } = await two();
  const answers = await atOnce<{ status: number }>(s, firstRemoves, secondRemoves);
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 400]);
  expect(await wide(s)).toHaveLength(1);

  const other = await two();
  const [removed, revoked] = await atOnce<{ status: number }>(other.s, other.firstRemoves, () =>
    other.s.deactivate(other.second.providerId, other.first),
  );
  expect([
    [200, 403],
    [400, 200],
  ]).toContainEqual([removed?.status, revoked?.status]);
  expect(await wide(other.s)).toHaveLength(1);
});

test('SEC-24 REL-08 who is made no administrator, or revoked, while the removal of their group at the top waits, removes nothing', async () => {
  for (const taken of ['admin_rights', 'is_active']) {
    const s = await openUsers();
    const top = await aTopGroup(s.portal, s.companyId);
    const removing = await s.signedIn(
      await s.aPerson('Pharmacist', { company_id: s.companyId, admin_rights: true }, [top]),
    );
    const { answer } = await s.app.database.asSystem(async (tx) => {
      inPlaceOfAct(tx);
      await holdPeople(tx, s.companyId);
      const begun = removing.call(removeCareGroup, { query: { g_id: top } });
      await somebodyWaits(s.portal);
      await tx
        .updateTable('provider')
        .set({ [taken]: false })
        .where('provider_id', '=', removing.providerId)
        .execute();
      return { answer: begun };
    });
    expect(said((await answer) as never)).toEqual([403, 'forbidden']);
    expect(await s.rows('select removed_at from care_group where care_group_id = $1', [top])).toEqual([
      { removed_at: null },
    ]);
  }
});

test('OPS-28 REL-08 a site, a trial and a group below another one are removed whatever is done to people meanwhile; a group at the top waits for it', async () => {
  const s = await openUsers();
  const admin = await s.as('admin');
  const top = await aTopGroup(s.portal, s.companyId);
  const removes = (g_id: number) => admin.call(removeCareGroup, { query: { g_id } });
  const { last } = await s.app.database.asSystem(async (tx) => {
    await holdPeople(tx, s.companyId);
    for (const one of [s.otherSite, s.otherTrial, s.ward]) expect(said((await removes(one)) as never)).toEqual(ok);
    const begun = removes(top);
    await somebodyWaits(s.portal);
    return { last: begun };
  });
  expect(said((await last) as never)).toEqual(ok);
});

test('SEC-16 REL-02 who is invited again in the list of people and on the page of their partner at once is invited by both, one after the other', async () => {
  const s = await openUsers();
  const ppId = await s.portal.aPartner(s.companyId, 'pharmacy');
  const email = 'pia@eastgate.example';
  const admin = await s.as('admin');
  const body = {
    companyId: s.companyId,
    ppId,
    email,
    providerType: 'Pharmacy User',
    adminRights: 0 as const,
    defaultListing: 0 as const,
  };
  const invite = () => admin.call(invitePharmacyUser, { body });
  expect((await invite()).status).toBe(200);
  const cpId = await numberOf(s, email);
  const { answers } = await s.app.database.asSystem(async (tx) => {
    await holdInvitationsOf(tx, s.companyId, email);
    const onPage = invite();
    await somebodyWaits(s.portal);
    const inList = s.reinvite(cpId);
    await somebodyWaits(s.portal, 2);
    return { answers: Promise.all([onPage, inList]) };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect(await numberOf(s, email)).toBe(cpId);
  expect(await s.rows('select 1 from invitation where email = $1 and cancelled_at is null', [email])).toHaveLength(1);
});

test('SEC-16 REL-08 who registers while they are being removed is a person, or never was one', async () => {
  const s = await openUsers();
  const email = 'ada@clinic.example';
  await s.invite(email);
  const cpId = await numberOf(s, email);
  const [registered, removed] = await Promise.all([s.registers(email), s.remove(cpId)]);
  const found = await s.find(email);
  expect([
    [200, 409, 'Has site access'],
    [404, 200, undefined],
  ]).toContainEqual([registered.status, removed.status, found?.status]);
  expect([undefined, cpId]).toContain(found?.cpID);
});

test('SEC-16 REL-08 P11-17 who is removed while they are invited again has no way in left, and who is invited anew at that moment is another person or nobody', async () => {
  const s = await openUsers();
  const email = 'ada@clinic.example';
  const first = (await s.invite(email)).reply.cpID;
  const [again, removed] = await Promise.all([s.reinvite(first), s.remove(first)]);
  expect([200, 404]).toContain(again.status);
  expect(removed.status).toBe(200);
  expect((await s.registers(email)).status).toBe(404);
  expect(await s.find(email)).toBeUndefined();

  const second = (await s.invite(email)).reply.cpID;
  const [gone, anew] = await Promise.all([s.remove(second), s.invite(email, { providerType: 'Nurse' })]);
  expect(gone.status).toBe(200);
  const found = await s.find(email);
  expect([
    [200, 'Nurse'],
    [400, undefined],
  ]).toContainEqual([anew.status, found?.type]);
  expect([undefined, anew.reply?.cpID]).toContain(found?.cpID);
  expect(found?.cpID).not.toBe(second);
});

test('REL-08 of two who remove the same person one does, and of two who let somebody in again one does', async () => {
  const s = await openUsers();
  const person = await s.aColleague();
  await s.deactivate(person.providerId);
  const back = await Promise.all([s.reactivate(person.providerId), s.reactivate(person.providerId, 'ofSite')]);
  expect(back.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409]);
  const out = await Promise.all([s.deactivate(person.providerId), s.deactivate(person.providerId, 'ofSite')]);
  expect(out.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409]);
  const gone = await Promise.all([s.remove(person.providerId), s.remove(person.providerId, 'ofSite')]);
  expect(gone.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 404]);
  expect(await s.entries('provider.removed')).toHaveLength(1);
});
