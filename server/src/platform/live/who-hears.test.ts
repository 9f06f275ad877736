/** Who hears when something changes: whoever may read it, and of a price all people of the trial’s sites. Over sockets, from the calls that change it. */
import { addCard } from '@portal/contract/cards/endpoints.ts';
import { newCard } from '@portal/contract/cards/rules.ts';
import { changeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { reconfigureSite, reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import * as lots from '@portal/contract/lots/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as partners from '@portal/contract/partners/manage-endpoints.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import * as prices from '@portal/contract/pricing/endpoints.ts';
import { createRequest, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { announce } from '#platform/events/announce.ts';
import { addDays } from '#platform/core/clock.ts';
import { aTopGroup } from '#test/administrators.ts';
import { letIn } from '#test/conversations.ts';
import { listening } from '#test/lines.ts';
import { openClinic } from '#test/patients.ts';
import { type Caller, onItsOwn, type Portal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';

beforeEach(onItsOwn);

/** Who hears of what was done, by the names given, and each number as often as it is told. */
async function hearing<Name extends string>(
  portal: Pick<Portal, 'app'> & { companyId: number },
  people: Record<Name, { token: string }>,
) {
  const { dial } = await listening(portal);
  const names = Object.keys(people) as Name[];
  const lines = await Promise.all(names.map((name) => dial(people[name].token)));
  let last = 1_000_000;
  /** Something that everybody hears comes after all that was told so far. */
  const allIsHeard = async () => {
    last += 1;
    await portal.app.database.inCompany(portal.companyId, (tx) =>
      announce(tx, portal.app.clock, portal.companyId, { type: 'medication_list.changed', id: last }),
    );
    await vi.waitFor(
      () => expect(lines.map(({ heard }) => heard.some(({ id }) => id === last))).toEqual(lines.map(() => true)),
      15_000,
    );
  };
  // What was told before anybody listened may be on its way.
  await allIsHeard();
  return async (type: string, act: () => Promise<unknown>): Promise<Partial<Record<Name, number[]>>> => {
    const from = lines.map(({ heard }) => heard.length);
    await act();
    await allIsHeard();
    const heard = names.map((name, i) => {
      const ids = lines[i]!.heard.slice(from[i]).filter((change) => change.type === type);
      return [name, ids.map(({ id }) => id)] as const;
    });
    return Object.fromEntries(heard.filter(([, ids]) => ids.length > 0)) as Partial<Record<Name, number[]>>;
  };
}
const done = async (answer: Promise<{ status: number; message?: string | undefined }>) => {
  const { status, message } = await answer;
  expect([status, status === 200 ? '' : message]).toEqual([200, '']);
};

test('SHP-14 SEC-23 SEC-35 whoever has root access hears of patients in no group and in any other, the people of a group of its own alone', async () => {
  const s = await openClinic();
  const top = await aTopGroup(s, s.companyId);
  const rootElsewhere = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [top]));
  const { root, nurse, other } = s.people;
  const whoHears = await hearing(s, { root, rootElsewhere, nurse, other });
  let u_id = 0;
  const added = await whoHears('patient.changed', async () => {
    u_id = await s.aPatient();
  });
  expect(added).toEqual({ root: [u_id], rootElsewhere: [u_id] });
  const joined = () => done(root.call(patients.addToGroup, { body: { u_id, g_id: s.groups.heart } }));
  expect(await whoHears('patient.changed', joined)).toEqual({ root: [u_id], rootElsewhere: [u_id], nurse: [u_id] });
});

/**
 * A trial at work, and besides its people those of the whole trial, of another trial, one who sees the whole company, and one who is let
 * into the site in an emergency. None of it hear whose emergency has ended, whose site was removed, and who is a member of the site and
 * belongs to another sponsor or to another partner.
 */
async function aTrialWithPeople() {
  const s = await openShipments();
  const { companyId, siteId } = s;
  const person = async (type: 'Other' | 'Site User' | 'Nurse', groups: number[]) =>
    s.signedIn(await s.aPerson(type, { company_id: companyId, admin_rights: true }, groups));
  const member = async (type: 'Sponsor' | 'Pharmacy User', of: { sponsor_id: number } | { partner_id: number }) =>
    s.signedIn(await s.aPerson(type, { company_id: companyId, ...of }, [siteId]));
  const otherTrialId = await s.aTrial(companyId);
  const removedSiteId = await s.aSite(companyId, s.trialId, { removed_at: s.app.clock.now() });
  const [inEmergency, emergencyOver] = [await person('Nurse', []), await person('Nurse', [])];
  for (const one of [inEmergency, emergencyOver]) await letIn(s, one, siteId);
  await s.rows('update emergency_access set ended_at = given_at where provider_id = $1', [emergencyOver.providerId]);
  const people = {
    admin: s.people.admin,
    ofTrial: await person('Other', [s.trialId]),
    siteUser: s.people.siteUser,
    elsewhere: s.people.siteUserElsewhere,
    otherTrial: await person('Site User', [await s.aSite(companyId, otherTrialId)]),
    root: await person('Nurse', [await aTopGroup(s, companyId)]),
    sponsor: s.people.sponsor,
    pharmacist: s.people.pharmacist,
    wholesaler: s.people.wholesaler,
    pharmacistElsewhere: s.people.pharmacistElsewhere,
    inEmergency,
    emergencyOver,
    ofRemovedSite: await person('Site User', [removedSiteId]),
    memberOfSponsor: await member('Sponsor', { sponsor_id: await s.aSponsor(companyId) }),
    memberOfPartner: await member('Pharmacy User', { partner_id: await s.aPartner(companyId, 'pharmacy') }),
  };
  return { ...s, people };
}
const each = (names: readonly string[], ids: readonly number[]) =>
  Object.fromEntries(names.map((name) => [name, [...ids]]));
const idOf = async (answer: ReturnType<Caller['call']>) => ((await answer).body as { eventId: number }).eventId;

test('SHP-14 SEC-22 SEC-23 PRC-04 a price is told to the people of the trial and of its sites, and to the partner where it is its own', async () => {
  const s = await aTrialWithPeople();
  const { admin } = s.people;
  const whoHears = await hearing(s, s.people);
  const amounts = { drugPrice: '12.50', currency: 'USD', shippingFee: '4', dispenseFee: '0', effectiveDate: s.today };
  const own = { pharmacyId: s.pharmacyId, productId: s.tablet };
  const agreed = (sponsorId: number) => ({
    sponsorId,
    productId: s.tablet,
    partnerType: 'pharmacy',
    partnerId: s.pharmacyId,
    pharmacyId: s.pharmacyId,
  });
  const ofSites = ['ofTrial', 'siteUser', 'elsewhere', 'inEmergency'];
  const cases = [
    // What concerns the partner alone is told to whoever sees the whole company as well.
    [prices.setPharmacyPrice, prices.invalidatePharmacyPrice, own, [...ofSites, 'pharmacist', 'admin'], 2],
    [prices.setSponsorPrice, prices.invalidateSponsorPrice, agreed(s.sponsorId), [...ofSites, 'admin'], 1],
    // Whoever does not see the whole company knows of the sponsor of the trial alone.
    [prices.setSponsorPrice, prices.invalidateSponsorPrice, agreed(await s.aSponsor(s.companyId)), ['admin'], 1],
  ] as const;
  for (const [set, invalidate, parties, may, times] of cases) {
    const told = (id: number) => ({ ...each(may, [id]), admin: Array.from({ length: times }, () => id) });
    let id = 0;
    const isSet = await whoHears('price.changed', async () => {
      id = await idOf(admin.call(set as never, { body: { ...parties, ...amounts } } as never));
    });
    expect(isSet).toEqual(told(id));
    const ended = () => done(admin.call(invalidate as never, { body: { eventId: id, ...parties } } as never));
    expect(await whoHears('price.changed', ended)).toEqual(told(id));
  }
});

test('SHP-14 SEC-22 SEC-23 P11-11 a lot that is corrected is told to the trial, to the sites it went to, to the partners who shipped it, and to those who may pack it for a request under way', async () => {
  const s = await aTrialWithPeople();
  const srId = await s.aRequest();
  const packages = [s.package_([s.item(s.tablet, { lotNumber: 'A7', expirationDate: addDays(s.today, 400) })])];
  await done(s.people.pharmacist.call(shipByPharmacy, { body: { srId, packages } }));
  const [{ lotId }] = (await s.people.admin.call(lots.listLots)).reply.lots as [lots.Lot];
  // Another pharmacy may pack it, too; a wholesaler sends no tablets.
  await s.aRequest({ products: [s.line(s.pen)] });
  const ordered = s.order({ gId: s.otherSiteId, participants: [s.subject('901-001')] });
  await done(s.people.admin.call(createRequest, { body: ordered as never }));
  const whoHears = await hearing(s, s.people);
  const correct = () =>
    done(
      s.people.admin.call(lots.correctLotExpiry, {
        body: { lotId, expirationDate: addDays(s.today, 35), reason: 'Read from the wrong label.' },
      }),
    );
  expect(await whoHears('lot.changed', correct)).toEqual({
    ...each(['ofTrial', 'siteUser', 'inEmergency', 'pharmacist', 'pharmacistElsewhere'], [lotId]),
    admin: [lotId, lotId, lotId],
  });
});

test('SHP-14 SEC-23 OPN-47 a trial that is configured, renamed or given a card is told once to the people of its sites, who work by its settings, and its card to the pharmacies that send with it', async () => {
  const s = await aTrialWithPeople();
  const { admin } = s.people;
  await s.aRequest({ products: [s.line(s.tablet), s.line(s.pen)] });
  const whoHears = await hearing(s, s.people);
  const told = each(['admin', 'ofTrial', 'siteUser', 'elsewhere', 'inEmergency', 'sponsor'], [s.trialId]);
  const settings = { outreachPreference: 1, hasCard: 1, hasShippingRequest: 1, subjectNumberMask: 'XXX-XXX' };
  const texts = newCard({ name: 'Trellis', email: 'help@trellis.example', phone: '+1 617 555 0100' });
  const configure = () =>
    done(admin.call(reconfigureTrial, { body: { g_id: s.trialId, sponsorId: s.sponsorId, ...settings } as never }));
  const card = () => done(admin.call(addCard, { body: { ...texts, g_id: s.trialId } }));
  const rename = () =>
    done(admin.call(changeCareGroup, { body: { g_id: s.trialId, groupName: 'AUR-9', description: 'x' } as never }));
  expect(await whoHears('care_group.changed', configure)).toEqual(told);
  expect(await whoHears('care_group.changed', card)).toEqual({ ...told, pharmacist: [s.trialId] });
  expect(await whoHears('care_group.changed', rename)).toEqual(told);
});

test('SHP-14 SEC-22 SEC-23 a partner is told to itself and to the people of its sites once however many those are, and to whoever sees the whole company', async () => {
  const s = await aTrialWithPeople();
  const { admin } = s.people;
  await s.connect(s.companyId, s.otherSiteId, s.pharmacyId);
  await s.connect(s.companyId, await s.aSite(s.companyId, s.trialId), s.pharmacyId);
  const whoHears = await hearing(s, s.people);
  const contact = { phoneNumber: '+16175550123', email: 'a@b.example', address: anAddress, companyId: s.companyId };
  const change = () =>
    done(
      admin.call(partners.changePharmacy, {
        body: { ppId: s.pharmacyId, pharmacyName: 'Westgate', ...contact } as never,
      }),
    );
  expect(await whoHears('partner.changed', change)).toEqual({
    ...each(['ofTrial', 'siteUser', 'elsewhere', 'inEmergency', 'pharmacist'], [s.pharmacyId]),
    // Once as the trial’s, and once as the partner’s own.
    ...each(['admin', 'root'], [s.pharmacyId, s.pharmacyId]),
  });
  const add = () => done(admin.call(partners.addPharmacy, { body: { pharmacyName: 'Eastgate', ...contact } as never }));
  expect(Object.keys(await whoHears('partner.changed', add))).toEqual(['admin', 'root']);
});

test('SHP-14 SEC-22 PRV-04 a participant who is changed, deactivated or removed is told to the pharmacies that have a request for them, and to no wholesaler', async () => {
  const s = await aTrialWithPeople();
  const { admin, siteUser } = s.people;
  const products = [s.line(s.tablet), s.line(s.pen)];
  const ordered = s.order({ participants: [s.subject('717-919', s.ada)], products });
  const { srIds } = (await siteUser.call(createRequest, { body: ordered as never })).reply;
  expect(srIds).toHaveLength(2);
  const whoHears = await hearing(s, s.people);
  const body = {
    participant_id: s.ada,
    g_id: s.siteId,
    fname: 'Adelheid',
    lname: 'Weiss',
    dob: '1980-03-05',
    gender: 1,
  };
  const renamed = { ...body, subject_number: '717-920', addressChanged: 0 };
  const changes = [
    () => done(admin.call(participants.changeParticipant, { body: renamed as never })),
    () =>
      done(admin.call(participants.setParticipantStatus, { body: { participant_id: s.ada, isActive: 0 } as never })),
    async () => {
      for (const srId of srIds) await s.put(srId, { status: 'cancelled' });
      await done(admin.call(participants.removeParticipant, { query: { participant_id: s.ada } }));
    },
  ];
  const told = {
    ...each(['ofTrial', 'siteUser', 'inEmergency', 'pharmacist'], [s.ada]),
    // Once as the site’s, and once as the pharmacy’s.
    admin: [s.ada, s.ada],
  };
  for (const change of changes) expect(await whoHears('participant.changed', change)).toEqual(told);
});

test('SHP-14 SEC-22 where the site or a participant gets another address, both sides of each request under way that goes there hear of it once', async () => {
  const s = await aTrialWithPeople();
  const { admin, siteUser } = s.people;
  const home = { ...anAddress, street: '48 Commonwealth Avenue' };
  const ada = { g_id: s.siteId, fname: 'Ada', lname: 'Home', dob: '1980-03-05', gender: 1, subject_number: '718-001' };
  const added = await siteUser.call(participants.addParticipant, { body: { ...ada, address: home } });
  const participant_id = added.reply.participantId;
  const make = async (over: Record<string, unknown>) =>
    (await siteUser.call(createRequest, { body: s.order(over) as never })).reply.srIds;
  const products = [s.line(s.tablet), s.line(s.pen)];
  const participant = [s.subject('718-001', participant_id)];
  const toHome = await make({ toParticipant: 1, participants: participant, address: home, products });
  expect(toHome).toHaveLength(2);
  const toSite = await make({ participants: [s.subject('719-001')] });
  const shipped = await make({ participants: [s.subject('719-002')] });
  await s.put(shipped[0] ?? 0, { status: 'shipped' });
  // It goes where somebody said, whatever is on record.
  await make({ toParticipant: 1, participants: [s.subject('719-003')], address: home });
  const whoHears = await hearing(s, s.people);

  const moveSite = (street: string, phone: string) => () =>
    done(
      admin.call(reconfigureSite, {
        body: { g_id: s.siteId, address: { ...anAddress, street }, phone } as never,
      }),
    );
  const side = ['admin', 'ofTrial', 'siteUser', 'inEmergency'];
  expect(await whoHears('shipment.changed', moveSite('7 New Road', '+16175550123'))).toEqual(
    each([...side, 'pharmacist'], toSite),
  );
  expect(await whoHears('shipment.changed', moveSite('7 New Road', '+16175550124'))).toEqual({});

  const change = (over: object) => () =>
    done(admin.call(participants.changeParticipant, { body: { ...ada, participant_id, ...over } as never }));
  const moved = { addressChanged: 1, address: { ...home, street: '9 New Road' } };
  const kindOf = new Map(
    (
      await s.rows<{ id: number; kind: string }>('select request_id as id, shipment_type as kind from shipment_request')
    ).map(({ id, kind }) => [id, kind]),
  );
  const ofKind = (kind: string) => toHome.filter((id) => kindOf.get(id) === kind);
  expect(await whoHears('shipment.changed', change(moved))).toEqual({
    ...each(side, toHome),
    pharmacist: ofKind('pharmacy'),
    wholesaler: ofKind('wholesaler'),
  });
  expect(await whoHears('shipment.changed', change({ ...moved, fname: 'Adelheid' }))).toEqual({});
});

test('SHP-14 SEC-22 where a participant is deactivated, taken back or moved to another site, both sides of each request for them that is not shipped hear of it once', async () => {
  const s = await aTrialWithPeople();
  const { admin, siteUser } = s.people;
  const ben = { g_id: s.siteId, fname: 'Ben', lname: 'Moves', dob: '1980-03-05', gender: 1, subject_number: '718-011' };
  const make = async (over: Record<string, unknown>) =>
    (await siteUser.call(createRequest, { body: s.order(over) as never })).reply.srIds;
  const byNumber = (await make({ participants: [s.subject('718-011')] }))[0] ?? 0;
  const participant_id = (await siteUser.call(participants.addParticipant, { body: ben })).reply.participantId;
  const named =
    (await make({ participants: [s.subject('718-011', participant_id)], products: [s.line(s.pen)] }))[0] ?? 0;
  const shipped = await make({ participants: [s.subject('718-012')] });
  await s.put(shipped[0] ?? 0, { status: 'shipped' });
  // By this number alone it is asked for here, and somebody elsewhere will be given it.
  const mistyped = (await make({ participants: [s.subject('718-013')] }))[0] ?? 0;
  await make({ participants: [s.subject('717-919', s.ada)] });
  const whoHears = await hearing(s, s.people);
  const side = ['admin', 'ofTrial', 'siteUser', 'inEmergency'];
  const ofBen = { ...each(side, [byNumber, named]), pharmacist: [byNumber], wholesaler: [named] };
  const setActive = (isActive: 0 | 1) => () =>
    done(admin.call(participants.setParticipantStatus, { body: { participant_id, isActive } as never }));
  expect(await whoHears('shipment.changed', setActive(0))).toEqual(ofBen);
  expect(await whoHears('shipment.changed', setActive(1))).toEqual(ofBen);
  const change = (over: object) => () =>
    done(
      admin.call(participants.changeParticipant, {
        body: { ...ben, participant_id, addressChanged: 0, ...over } as never,
      }),
    );
  expect(await whoHears('shipment.changed', change({ lname: 'Stays' }))).toEqual({});
  expect(await whoHears('shipment.changed', change({ g_id: s.otherSiteId }))).toEqual(ofBen);
  const add = () =>
    done(
      admin.call(participants.addParticipant, {
        body: { ...ben, g_id: s.otherSiteId, subject_number: '718-013' } as never,
      }),
    );
  expect(await whoHears('shipment.changed', add)).toEqual({ ...each([...side, 'pharmacist'], [mistyped]) });
});
