import { configureTrial, reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import * as api from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { expect, test } from 'vitest';
import { type Caller, openPortal, type Portal } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { openUsers } from '#test/users.ts';
import { somebodyWaits } from '#test/waits.ts';
import { lockSponsor } from './change-sponsor.ts';

async function anAdmin(portal: Portal): Promise<Caller> {
  return portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
}
const sponsorsOf = async (caller: Caller) =>
  (await caller.call(api.listSponsors, { query: { company_id: caller.companyId } })).reply.sponsors;
const add = (caller: Caller, sponsorName: string) =>
  caller.call(api.addSponsor, { body: { company_id: caller.companyId, sponsorName } });

test('APP-15 SPO-01 SPO-02 USR-32 CAG-20 CAG-21 CAG-22 CAG-23 OPS-03 OPS-21 a sponsor is added, renamed and deleted, each step with its entry', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId: company_id } = admin;
  expect(await sponsorsOf(admin)).toEqual([]);
  const added = await add(admin, ' Aurelia ');
  const { spId } = added.reply;
  expect([added.status, added.body]).toEqual([200, { message: 'Sponsor successfully added.', spId, version: 1 }]);
  expect(await sponsorsOf(admin)).toEqual([{ spId, sponsorName: 'Aurelia', company_id, version: 1 }]);
  const rename = (sponsorName: string, version: number) =>
    admin.call(api.changeSponsor, { body: { spId, sponsorName, company_id, version } });
  expect((await rename('Bexley', 1)).body).toEqual({ message: 'Sponsor successfully updated.', spId, version: 2 });
  const late = await rename('Late', 1);
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({ detail: { current: { spId, sponsorName: 'Bexley', version: 2 } } });
  expect(await sponsorsOf(admin)).toEqual([{ spId, sponsorName: 'Bexley', company_id, version: 2 }]);
  const removed = await admin.call(api.removeSponsor, { query: { spId } });
  expect([removed.status, removed.body]).toEqual([200, { message: 'Sponsor successfully deleted.' }]);
  expect(await sponsorsOf(admin)).toEqual([]);
  expect((await admin.call(api.removeSponsor, { query: { spId, company_id } })).status).toBe(404);
  expect(await portal.rows('select name from sponsor')).toEqual([{ name: 'Bexley' }]);
  const written = await portal.rows<{ action: string }>('select action from audit_entry order by seq');
  expect(written.map(({ action }) => action)).toEqual(['sponsor.added', 'sponsor.changed', 'sponsor.removed']);
});

test('SPO-05 a company lists its own sponsors alone, and nobody says to be of another', async () => {
  const portal = await openPortal();
  const [admin, other] = [await anAdmin(portal), await anAdmin(portal)];
  await add(admin, 'Aurelia');
  await add(other, 'Bexley');
  expect((await sponsorsOf(admin)).map((one) => one.sponsorName)).toEqual(['Aurelia']);
  expect((await sponsorsOf(other)).map((one) => one.sponsorName)).toEqual(['Bexley']);
  const company_id = other.companyId;
  expect((await admin.call(api.listSponsors, { query: { company_id } })).status).toBe(403);
  expect((await admin.call(api.addSponsor, { body: { company_id, sponsorName: 'x' } })).status).toBe(403);
});

test('REL-08 of tries at once of one sponsor name one comes about, and the others are told why not', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const answers = await Promise.all(['Aurelia', 'aurelia', ' AURELIA '].map((name) => add(admin, name)));
  expect(answers.map(({ status, message }) => message ?? String(status)).sort()).toEqual([
    '200',
    'Sponsor name already exists.',
    'Sponsor name already exists.',
  ]);
});

test('SPO-04 OPS-39 a sponsor that a trial has cannot be deleted, and one of a removed trial can', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId: company_id } = admin;
  const spId = await portal.aSponsor(company_id);
  const trialId = await portal.aTrial(company_id, { sponsor_id: spId });
  const remove = () => admin.call(api.removeSponsor, { query: { spId, company_id } });
  const { status, message } = await remove();
  expect([status, message]).toEqual([400, 'You cannot delete a sponsor that is assigned to a trial.']);
  expect(await sponsorsOf(admin)).toHaveLength(1);
  await portal.rows('update care_group set removed_at = now() where care_group_id = $1', [trialId]);
  expect((await remove()).status).toBe(200);
});

test('OPS-39 a sponsor with users or open invitations cannot be deleted until they are removed', async () => {
  const s = await openUsers();
  const admin = await s.as('admin');
  const spId = await s.aSponsor(s.companyId);
  const remove = async () => {
    const { status, message } = await admin.call(api.removeSponsor, { query: { spId, company_id: s.companyId } });
    return status === 200 ? 200 : [status, message];
  };
  const refused = [
    400,
    'You cannot delete a sponsor that has users. Please remove its users and its invitations first.',
  ];
  const sponsor = { providerType: 'Sponsor', sponsorId: spId, gIds: [s.ward] };
  const invited = (await s.invite('ada@aurelia.example', sponsor)).reply.cpID;
  expect(await remove()).toEqual(refused);
  await s.rows(`update invitation set expires_at = now() - interval '1 day' where person_id = $1`, [invited]);
  expect(await remove()).toEqual(refused);
  expect((await s.reinvite(invited)).status).toBe(200);
  expect((await s.registers('ada@aurelia.example')).status).toBe(200);
  expect(await remove()).toEqual(refused);
  await s.deactivate(invited);
  expect(await remove()).toEqual(refused);
  await s.remove(invited);
  const again = (await s.invite('ben@aurelia.example', sponsor)).reply.cpID;
  expect(await remove()).toEqual(refused);
  await s.remove(again);
  expect(await remove()).toBe(200);
});

test('OPS-39 REL-08 of a deletion of a sponsor and an invitation to it, both at once, one comes about', async () => {
  const s = await openUsers();
  const admin = await s.as('admin');
  for (let n = 0; n < 6; n += 1) {
    const spId = await s.aSponsor(s.companyId);
    const [removed, invited] = await Promise.all([
      admin.call(api.removeSponsor, { query: { spId, company_id: s.companyId } }),
      s.invite(`ada${n}@aurelia.example`, { providerType: 'Sponsor', sponsorId: spId, gIds: [s.ward] }),
    ]);
    expect([removed.status, invited.status]).toEqual(removed.status === 200 ? [200, 404] : [400, 200]);
  }

  // The invitation comes while the sponsor is being deleted.
  const spId = await s.aSponsor(s.companyId);
  const { invited } = await s.app.database.asSystem(async (tx) => {
    inPlaceOfAct(tx);
    await lockSponsor(tx, spId);
    const invited = s.invite('late@aurelia.example', { providerType: 'Sponsor', sponsorId: spId, gIds: [s.ward] });
    await somebodyWaits(s.portal, 1);
    await tx.updateTable('sponsor').set({ removed_at: new Date() }).where('sponsor_id', '=', spId).execute();
    return { invited };
  });
  expect((await invited).status).toBe(404);
});

test('OPS-39 a trial that is given a sponsor who was deleted, or is not known, is told so by the field', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId: company_id } = admin;
  const spId = await portal.aSponsor(company_id);
  const trialId = await portal.aTrial(company_id, { sponsor_id: null });
  expect((await admin.call(api.removeSponsor, { query: { spId, company_id } })).status).toBe(200);
  const settings = { outreachPreference: 0, hasCard: 0, hasShippingRequest: 1, subjectNumberMask: 'XXX' };
  const said = 'This sponsor was deleted, or is not known. Please choose another one.';
  for (const call of [configureTrial, reconfigureTrial])
    for (const sponsorId of [spId, 99_999, await portal.aSponsor(await portal.aCompany())]) {
      const { status, message, fields } = await admin.call(call, { body: { ...settings, g_id: trialId, sponsorId } });
      expect([status, message, fields]).toEqual([400, said, { sponsorId: said }]);
    }
});

test('OPS-39 REL-08 of a deletion and a trial that takes the sponsor, both at once, one comes about', async () => {
  const portal = await openPortal();
  const admin = await anAdmin(portal);
  const { companyId: company_id } = admin;
  for (let n = 0; n < 6; n += 1) {
    const spId = await portal.aSponsor(company_id);
    const trialId = await portal.aTrial(company_id, { sponsor_id: null });
    const body = {
      outreachPreference: 0,
      hasCard: 0,
      hasShippingRequest: 1,
      subjectNumberMask: 'XXX',
      sponsorId: spId,
    };
    const [removed, taken] = await Promise.all([
      admin.call(api.removeSponsor, { query: { spId, company_id } }),
      admin.call(configureTrial, { body: { ...body, g_id: trialId } }),
    ]);
    expect([removed.status, taken.status]).toEqual(removed.status === 200 ? [200, 400] : [400, 200]);
  }
});

test('SEC-23 OPS-15 SPO-05 an administrator of the whole company sees its sponsors, everybody else those of the trials they may see, and gives a trial no other', async () => {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  const { companyId: company_id, sponsorId, siteId, trialId } = world;
  const sister = await portal.aSponsor(company_id);
  const sisterTrial = await portal.aTrial(company_id, { sponsor_id: sister });
  const sisterSite = await portal.aSite(company_id, sisterTrial);
  const unused = await portal.aSponsor(company_id);
  const seen = async (...person: Parameters<Portal['aPerson']>) => {
    const caller = await portal.signedIn(await portal.aPerson(...person));
    return (await sponsorsOf(caller)).map(({ spId }) => spId);
  };
  expect(await seen('Site User', { company_id }, [siteId])).toEqual([sponsorId]);
  expect(await seen('Nurse', { company_id }, [trialId])).toEqual([sponsorId]);
  expect(await seen('Site User', { company_id }, [siteId, sisterSite])).toEqual([sponsorId, sister]);
  expect(await seen('Site User', { company_id })).toEqual([]);
  expect(await seen('Admin', { company_id, admin_rights: false })).toEqual([sponsorId, sister]);
  expect(await seen('Admin', { company_id })).toEqual([sponsorId, sister, unused]);
  expect(await seen('Site User', { company_id, admin_rights: true }, [siteId])).toEqual([sponsorId]);
  const ofTrial = await portal.signedIn(
    await portal.aPerson('Site User', { company_id, admin_rights: true }, [trialId]),
  );
  const settings = { outreachPreference: 0, hasCard: 0, hasShippingRequest: 1, subjectNumberMask: 'XXX-XXX' };
  const give = async (spId: number) =>
    (await ofTrial.call(configureTrial, { body: { ...settings, g_id: trialId, sponsorId: spId } })).status;
  expect([await give(unused), await give(sister), await give(sponsorId)]).toEqual([400, 400, 200]);
  // Whose site is gone sees the sponsor no more.
  await portal.rows('update care_group set removed_at = now() where care_group_id = $1', [sisterSite]);
  expect(await seen('Site User', { company_id }, [siteId, sisterSite])).toEqual([sponsorId]);
});
