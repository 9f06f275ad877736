import { removeFromLibrary } from '@portal/contract/documents/endpoints.ts';
import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listRecoveries,
  removeFactor,
  resetPassword,
} from '@portal/contract/identity/account-endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  renewSession,
  signOut,
  signOutEverywhere,
} from '@portal/contract/identity/endpoints.ts';
import { accessTokenMs } from '@portal/contract/identity/rules.ts';
import { endSessionsOfUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { removeProduct } from '@portal/contract/products/endpoints.ts';
import { moveByPharmacy, siteComments } from '@portal/contract/shipments/endpoints.ts';
import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDocuments } from '#test/documents.ts';
import { aPersonWithApp, challengeFor, nextCode } from '#test/factors.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, renewing, signInAs } from '#test/people.ts';
import { type Heard, type Line, listening } from '#test/lines.ts';
import { mailsTo } from '#test/mails.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { numberOf, openUsers } from '#test/users.ts';
import { momentOf } from '#platform/act/act.ts';
import { endSessionsOf } from '#rooms/identity/door.ts';
import { announce } from '#platform/events/announce.ts';
import { makeRecentEvents } from './recent-events.ts';
import { makeListeners, mayHear, type Sight } from './sight.ts';

beforeEach(onItsOwn);

const closed = (...lines: Line[]) =>
  vi.waitFor(() => expect(lines.map((line) => line.connected())).toEqual(lines.map(() => false)), 5_000);

test('SEC-05 SEC-06 whoever is revoked loses their sockets at once, those whose sessions an administrator ends as well, and administrators are told', async () => {
  const s = await openShipments();
  const { dial } = await listening(s);
  const { admin, siteUser, nurse, other } = s.people;
  const [adminLine, siteLine, nurseLine, otherLine] = [
    await dial(admin.token),
    await dial(siteUser.token),
    await dial(nurse.token),
    await dial(other.token),
  ];
  const revoked = { cp_id: siteUser.providerId, removal_type: 'deactivate' };
  expect((await admin.call(removeUser, { query: revoked })).status).toBe(200);
  const ended = { cp_id: nurse.providerId, reason: 'The computer was stolen' };
  expect((await admin.call(endSessionsOfUser, { body: ended })).status).toBe(200);
  await closed(siteLine, nurseLine);
  const told = { type: 'provider.changed', id: siteUser.providerId };
  await vi.waitFor(() => expect(adminLine.heard).toEqual([told]), 15_000);
  expect([otherLine.connected(), otherLine.heard]).toEqual([true, []]);
});

test('SHP-14 SEC-22 SEC-23 SEC-35 a change is told at once to those who may see the record, once, and to nobody else', async () => {
  const s = await openShipments();
  const { dial } = await listening(s);
  const lines = Object.fromEntries(
    await Promise.all(
      Object.entries(s.people).map(async ([name, person]) => [name, await dial(person.token)] as const),
    ),
  );
  const srId = await s.aRequest();
  expect((await s.people.pharmacist.call(moveByPharmacy, { body: { srId, status: 'processing' } })).status).toBe(200);
  const told = { type: 'shipment.changed', id: srId, careGroupId: s.siteId };
  const may = ['admin', 'siteUser', 'other', 'nurse', 'pharmacist'];
  await vi.waitFor(() => expect(may.map((name) => lines[name]?.heard)).toEqual(may.map(() => [told, told])), 15_000);
  // Something everybody of the company and the others hears ends the wait: whoever was told more would have heard it before.
  const last = 4_242;
  const groups = [s.siteId, s.otherSiteId, s.trialId];
  const partners = (
    await s.rows<{ partner_id: number; company_id: number }>('select partner_id, company_id from partner')
  ).map((row) => ({ partnerId: row.partner_id, companyId: row.company_id }));
  const abroad = await s.rows<{ care_group_id: number; company_id: number }>(
    'select care_group_id, company_id from care_group where company_id <> $1',
    [s.companyId],
  );
  const all = [
    ...groups.map((careGroupId) => ({ companyId: s.companyId, careGroupId })),
    ...partners,
    ...abroad.map((row) => ({ companyId: row.company_id, careGroupId: row.care_group_id })),
  ];
  for (const { companyId, ...to } of all) {
    await s.app.database.inCompany(companyId, (tx) =>
      announce(tx, s.app.clock, companyId, { type: 'product.changed', id: last, ...to }),
    );
  }
  await vi.waitFor(
    () =>
      expect(
        Object.entries(lines)
          .filter(([, line]) => !line.heard.some(({ id }) => id === last))
          .map(([name]) => name),
      ).toEqual([]),
    8_000,
  );
  const others = Object.keys(lines).filter((name) => !may.includes(name));
  expect(others.length).toBeGreaterThan(7);
  for (const name of others) expect([name, lines[name]?.heard.filter(({ id }) => id !== last)]).toEqual([name, []]);
});

test('SHP-14 SEC-23 a product that changes is told to the people of the sites of its trial, who read it too, and to nobody who does not', async () => {
  const s = await openShipments();
  const { dial } = await listening(s);
  const { admin, siteUser, siteUserElsewhere, siteUserAbroad, pharmacist } = s.people;
  const ofOtherTrial = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId }, [
      await s.aSite(s.companyId, await s.aTrial(s.companyId)),
    ]),
  );
  const lines = await Promise.all(
    [siteUser, siteUserElsewhere, ofOtherTrial, siteUserAbroad, pharmacist].map(({ token }) => dial(token)),
  );
  const query = { g_id: s.trialId, productId: s.pen };
  expect((await admin.call(removeProduct, { query })).status).toBe(200);
  const told = { type: 'product.changed', id: s.pen, careGroupId: s.trialId };
  await vi.waitFor(() => expect(lines.slice(0, 2).map(({ heard }) => heard)).toEqual([[told], [told]]), 15_000);
  expect(lines.slice(2).map(({ heard }) => heard)).toEqual([[], [], []]);
});

test('SHP-14 SEC-22 SEC-23 a page that had read before its line stood is told of what changed in between, once each, as far as its person may see it', async () => {
  const s = await openShipments();
  // As if the portal had been there for a while.
  const since = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => since() + 10_000);
  onTestFinished(() => later.mockRestore());
  const { dial } = await listening(s);
  const { pharmacist, siteUser, wholesaler } = s.people;
  const early = await dial(siteUser.token);
  const began = performance.now();
  const srId = await s.aRequest();
  expect((await pharmacist.call(moveByPharmacy, { body: { srId, status: 'processing' } })).status).toBe(200);
  const told = { type: 'shipment.changed', id: srId, careGroupId: s.siteId };
  await vi.waitFor(() => expect(early.heard).toEqual([told, told]), 15_000);
  const readMsAgo = performance.now() - began;
  const lines = {
    reader: await dial(siteUser.token, { auth: { token: siteUser.token, readMsAgo } }),
    partner: await dial(pharmacist.token, { auth: { token: pharmacist.token, readMsAgo } }),
    otherPartner: await dial(wholesaler.token, { auth: { token: wholesaler.token, readMsAgo } }),
    returning: await dial(siteUser.token),
    odd: await dial(siteUser.token, { auth: { token: siteUser.token, readMsAgo: 'long' } }),
  };
  expect((await siteUser.call(siteComments.add, { body: { srId, text: 'Thank you.' } })).status).toBe(200);
  const last = { type: 'comment.added', id: srId, careGroupId: s.siteId };
  await vi.waitFor(
    () =>
      expect([lines.reader, lines.partner, lines.returning, lines.odd].map(({ heard }) => heard)).toEqual([
        [told, last],
        [told, last],
        [last],
        [last],
      ]),
    15_000,
  );
  expect(lines.otherPartner.heard).toEqual([]);
});

test('SHP-14 a page that had read longer ago than the server remembers is told to read anew', async () => {
  const s = await openShipments();
  const { start } = await listening(s);
  const { token } = s.people.siteUser;
  const isToRead = (readMsAgo: number) =>
    new Promise<void>((resolve) => start(token, { auth: { token, readMsAgo } }).once('read anew', resolve));
  await isToRead(600_000);
});

test('events are remembered for a minute, and no more of them than fit: what was dropped is not taken for nothing', () => {
  let now = 0;
  const recent = makeRecentEvents(() => now, 10);
  const add = (at: number, id: number) => {
    now = at;
    recent.add({ type: 'shipment.changed', id, eventId: id, companyId: 1 });
  };
  const ofLast = (ms: number) => recent.ofLast(ms)?.map(({ id }) => id) ?? null;
  add(1_000, 1);
  add(2_000, 2);
  expect([ofLast(0), ofLast(500), ofLast(1_500), ofLast(2_000), ofLast(5_000)]).toEqual([[2], [2], [1, 2], null, null]);
  now = 90_000;
  expect(ofLast(1_000)).toEqual([]);
  add(130_000, 3);
  expect([ofLast(60_000), ofLast(129_500)]).toEqual([[3], null]);
  for (let id = 4; id <= 14; id += 1) add(130_000 + id, id);
  expect([ofLast(2), ofLast(60_000)]).toEqual([[12, 13, 14], null]);
});

test('LIB-02 SEC-23 SEC-35 what is added to the library of a company and deleted from it is told to all who may list it, whatever their groups', async () => {
  const s = await openDocuments();
  const { dial } = await listening(s);
  const lines = Object.fromEntries(
    await Promise.all(
      Object.entries(s.people).map(async ([name, person]) => [name, await dial(person.token)] as const),
    ),
  );
  const docId = await s.ofLibrary();
  const query = { companyId: s.companyId, docId };
  expect((await s.people.admin.call(removeFromLibrary, { query })).status).toBe(200);
  const told = { type: 'library.changed', id: docId };
  const may = ['admin', 'ofTrial', 'ofBoston', 'ofClinic', 'ofWard'];
  await vi.waitFor(() => expect(may.map((name) => lines[name]?.heard)).toEqual(may.map(() => [told, told])), 15_000);
  for (const name of ['atBoston', 'atLyon', 'sponsor', 'pharmacist', 'abroad'])
    expect([name, lines[name]?.heard]).toEqual([name, []]);
});

test('SEC-23 SEC-35 USR-02 what happens to a person is told to the administrators who see them, or did until now, and to nobody else', async () => {
  const s = await openUsers();
  const { dial } = await listening(s.portal);
  const names = ['admin', 'ofClinic', 'ofSite', 'ofTrial', 'ofWard', 'sponsor', 'atBoth'] as const;
  const lines = new Map(
    await Promise.all(names.map(async (name) => [name, await dial((await s.as(name)).token)] as const)),
  );
  const { atSite, elsewhere, nowhere } = s.people;
  const gone = (await s.aColleague()).providerId;
  expect((await s.invite('far@clinic.example', { gIds: [s.otherSite] })).status).toBe(200);
  const far = await numberOf(s, 'far@clinic.example');
  expect((await s.invite('near@clinic.example')).status).toBe(200);
  const near = await numberOf(s, 'near@clinic.example');
  expect((await s.registers('far@clinic.example')).status).toBe(200);
  expect((await s.reinvite(near)).status).toBe(200);
  expect((await s.remove(near)).status).toBe(200);
  expect((await s.addGroups(atSite, [s.otherSite])).status).toBe(200);
  expect((await s.removeGroups(atSite, s.site)).status).toBe(200);
  // From here on they are somebody of the other site.
  expect((await s.deactivate(atSite)).status).toBe(200);
  expect((await s.deactivate(elsewhere)).status).toBe(200);
  expect((await s.deactivate(gone)).status).toBe(200);
  expect((await s.remove(gone)).status).toBe(200);
  expect((await s.addGroups(nowhere, [s.ward])).status).toBe(200);
  // Something that every administrator hears ends the wait: whoever was told more would have heard it before.
  const last = { type: 'library.changed', id: 4_242 } as const;
  await s.app.database.inCompany(s.companyId, (tx) => announce(tx, s.app.clock, s.companyId, last));
  const heard = (name: (typeof names)[number]) => lines.get(name)?.heard ?? [];
  const administrators = names.filter((name) => name !== 'atBoth');
  await vi.waitFor(() => {
    for (const name of administrators) expect([name, heard(name).at(-1)]).toEqual([name, last]);
  }, 15_000);
  const idsOf = (name: (typeof names)[number]) =>
    heard(name)
      .slice(0, -1)
      .map(({ id }) => id);
  const everybody = [far, near, far, near, near, atSite, atSite, atSite, elsewhere, gone, gone, nowhere];
  expect(Object.fromEntries(administrators.map((name) => [name, idsOf(name)]))).toEqual({
    admin: everybody,
    ofClinic: everybody,
    ofSite: [near, near, near, atSite, atSite, gone, gone],
    ofTrial: [near, near, near, atSite, atSite, gone, gone],
    ofWard: [nowhere],
    sponsor: [],
  });
  expect(heard('atBoth')).toEqual([]);
});

test('SHP-14 SEC-23 a page that had read before somebody left a group, and was changed once more elsewhere, is told that they left', async () => {
  const s = await openUsers();
  // As if the portal had been there for a while.
  const since = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => since() + 10_000);
  onTestFinished(() => later.mockRestore());
  const { dial } = await listening(s.portal);
  const { atBoth, ofSite } = s.people;
  const admin = await dial((await s.as('admin')).token);
  const began = performance.now();
  expect((await s.removeGroups(atBoth, s.site)).status).toBe(200);
  expect((await s.deactivate(atBoth)).status).toBe(200);
  await vi.waitFor(() => expect(admin.heard).toHaveLength(2), 15_000);
  const { token } = await s.signedIn(ofSite);
  const page = await dial(token, { auth: { token, readMsAgo: performance.now() - began } });
  await vi.waitFor(() => expect(page.heard).toEqual([{ type: 'provider.changed', id: atBoth }]), 15_000);
});

test('SEC-13 SEC-23 SEC-35 a lost factor that is asked about, decided or found again is told to the administrators who may decide about the person, and to nobody else', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const { companyId } = person;
  const administrator = await portal.signedIn(
    await portal.aPerson('Pharmacist', { company_id: companyId, admin_rights: true }),
  );
  const decider = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId, admin_rights: true }));
  const colleague = await portal.signedIn(
    await portal.aPerson('Admin', { company_id: companyId, admin_rights: false }),
  );
  const abroad = await portal.signedIn(
    await portal.aPerson('Admin', { company_id: await portal.aCompany(), admin_rights: true }),
  );
  const { dial } = await listening(portal);
  const lines = await Promise.all([decider, administrator, colleague, abroad].map(({ token }) => dial(token)));
  const lose = async () =>
    portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, person.email) } });
  expect((await lose()).status).toBe(200);
  const heard = (times: number) =>
    vi.waitFor(
      () => expect(lines[0]?.heard.map(({ type }) => type)).toEqual(Array(times).fill('recovery.changed')),
      15_000,
    );
  await heard(1);
  const recoveryId = (await decider.call(listRecoveries)).reply.recoveries[0]?.recoveryId;
  const refused = { recoveryId, approved: 0, reason: 'Unknown voice.' };
  expect((await decider.call(decideRecovery, { body: refused })).status).toBe(200);
  await heard(2);
  expect((await lose()).status).toBe(200);
  const challenge = await challengeFor(portal, person.email);
  expect((await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, person) } })).status).toBe(200);
  await heard(4);
  expect(lines.slice(1).map(({ heard: told }) => told)).toEqual([[], [], []]);
});

test('SHP-14 a comment is told to the pharmacy it concerns, also over long polling', async () => {
  const s = await openShipments();
  const { dial } = await listening(s);
  const srId = await s.aRequest();
  const line = await dial(s.people.pharmacist.token, { transports: ['polling'] });
  const stranger = await dial(s.people.pharmacistElsewhere.token, { transports: ['polling'] });
  expect((await s.people.siteUser.call(siteComments.add, { body: { srId, text: 'On its way?' } })).status).toBe(200);
  await vi.waitFor(
    () => expect(line.heard).toContainEqual({ type: 'comment.added', id: srId, careGroupId: s.siteId }),
    15_000,
  );
  expect(stranger.heard).toEqual([]);
});

const event = { type: 'shipment.changed', id: 1, eventId: 1, companyId: 1, careGroupId: 10, partnerId: 20 } as const;
const admin = {
  providerId: 5,
  companyId: 1,
  type: 'Admin',
  adminRights: true,
  partnerId: null,
  careGroupIds: null,
  seesWholeCompany: true,
} as const;
const ofLibrary = { type: 'library.changed', careGroupId: undefined, partnerId: undefined } as const;
const ofPerson = {
  type: 'provider.changed',
  careGroupId: undefined,
  partnerId: undefined,
  careGroupIds: [10, 11],
} as const;
const ofList = { type: 'medication_list.changed', careGroupId: undefined, partnerId: undefined } as const;
const toSign = { type: 'signing.changed', careGroupId: undefined, partnerId: undefined, people: [6, 7] } as const;
const of = (...ids: number[]) => new Set(ids);
const ofSite = { ...admin, type: 'Site User', careGroupIds: of(10), seesWholeCompany: false } as const;
const nurse = { ...ofSite, type: 'Nurse', adminRights: false } as const;
const ofPatient = { type: 'patient.changed', partnerId: undefined } as const;
const ofPartner = { type: 'partner.changed', careGroupId: undefined } as const;
const ofBrand = { type: 'brand.changed', careGroupId: undefined, partnerId: undefined } as const;
test.each([
  ['an Admin of the company', admin, {}, true],
  ['an Admin of another company', { ...admin, companyId: 2 }, {}, false],
  ['an Admin, of a partner that has no group', admin, { careGroupId: undefined }, true],
  ['a person of the group', { ...admin, type: 'Nurse', careGroupIds: of(9, 10) }, {}, true],
  ['a person of another group', { ...admin, type: 'Nurse', careGroupIds: of(9) }, {}, false],
  [
    'a person of the group, of something without one',
    { ...admin, type: 'Nurse', careGroupIds: of(10) },
    { careGroupId: null },
    false,
  ],
  ['a pharmacist of the partner', { ...admin, type: 'Pharmacy User', partnerId: 20, careGroupIds: of() }, {}, true],
  [
    'a pharmacist of another partner in the group',
    { ...admin, type: 'Pharmacy User', partnerId: 21, careGroupIds: of(10) },
    {},
    false,
  ],
  [
    'a wholesaler without a partner, of something without one',
    { ...admin, type: 'Wholesaler User', careGroupIds: of(10) },
    { partnerId: null },
    false,
  ],
  ['a Sponsor, of a shipment', { ...admin, type: 'Sponsor', careGroupIds: of(10) }, {}, false],
  [
    'a Pharmacist who administers, of the library',
    { ...admin, type: 'Pharmacist', careGroupIds: of(), seesWholeCompany: false },
    ofLibrary,
    true,
  ],
  ['a Pharmacist who does not', { ...admin, type: 'Pharmacist', adminRights: false }, ofLibrary, false],
  ['an administrator of another company, of the library', { ...admin, companyId: 2 }, ofLibrary, false],
  ['an Admin, of a person in no group', admin, { ...ofPerson, careGroupIds: [] }, true],
  [
    'a Nurse at the top who administers, of a person elsewhere',
    { ...admin, type: 'Nurse', careGroupIds: of(9) },
    ofPerson,
    true,
  ],
  ['an administrator of one of their groups', { ...ofSite, careGroupIds: of(9, 11) }, ofPerson, true],
  ['an administrator of another group', { ...ofSite, careGroupIds: of(9) }, ofPerson, false],
  ['an administrator of a group, of a person in none', ofSite, { ...ofPerson, careGroupIds: [] }, false],
  ['a Sponsor with admin rights, of a person of a group', { ...ofSite, type: 'Sponsor' }, ofPerson, false],
  ['a colleague who does not administer', { ...ofSite, adminRights: false }, ofPerson, false],
  ['an Admin of another company, of a person', { ...admin, companyId: 2 }, ofPerson, false],
  ['a Nurse without groups, of the medication list', { ...admin, type: 'Nurse', careGroupIds: of() }, ofList, true],
  ['a pharmacist, of the medication list', { ...admin, type: 'Pharmacy User', careGroupIds: of() }, ofList, true],
  ['an Admin of another company, of the medication list', { ...admin, companyId: 2 }, ofList, false],
  ['an Admin, of a request for signatures', admin, toSign, true],
  ['a Sponsor who signs', { ...admin, providerId: 7, type: 'Sponsor', careGroupIds: of() }, toSign, true],
  ['a pharmacist who signs', { ...admin, providerId: 6, type: 'Pharmacy User', careGroupIds: of() }, toSign, true],
  ['a Nurse who does not sign', { ...admin, type: 'Nurse', careGroupIds: of(10) }, toSign, false],
  ['a pharmacist who does not sign', { ...admin, type: 'Pharmacy User', partnerId: 20 }, toSign, false],
  ['who signs under this number elsewhere', { ...admin, providerId: 6, companyId: 2 }, toSign, false],
  [
    'a Nurse at the top, of a patient in no group',
    { ...admin, type: 'Nurse', careGroupIds: of(9) },
    { ...ofPatient, careGroupId: null },
    true,
  ],
  ['a Nurse at the top, of a patient elsewhere', { ...admin, type: 'Nurse', careGroupIds: of(9) }, ofPatient, true],
  ['a Nurse below, of a patient in no group', nurse, { ...ofPatient, careGroupId: null }, false],
  ['a Nurse below, of a patient elsewhere', { ...nurse, careGroupIds: of(9) }, ofPatient, false],
  [
    'a Nurse at the top of another company',
    { ...admin, type: 'Nurse', careGroupIds: of(9), companyId: 2 },
    ofPatient,
    false,
  ],
  ['a Nurse at the top, of a shipment elsewhere', { ...admin, type: 'Nurse', careGroupIds: of(9) }, {}, false],
  ['a Nurse at the top, of a partner', { ...admin, type: 'Nurse', careGroupIds: of(9) }, ofPartner, true],
  ['a Nurse below, of a partner', nurse, ofPartner, false],
  ['a Nurse at the top, of a brand', { ...admin, type: 'Nurse', careGroupIds: of(9) }, ofBrand, true],
  ['a Nurse below, of a brand', nurse, ofBrand, false],
  ['a Sponsor, of a group', { ...admin, type: 'Sponsor', careGroupIds: of(10) }, { type: 'care_group.changed' }, true],
] as const)('SEC-35 SEC-22 who may hear: %s', (_, sight, over, may) => {
  expect(mayHear(sight, { ...event, ...over })).toBe(may);
  const listeners = makeListeners<{ sight: Sight }>();
  const somebody = { sight };
  listeners.add(somebody);
  expect(listeners.whoMayHear({ ...event, ...over })).toEqual(may ? [somebody] : []);
});

test('SEC-06 SEC-35 whose groups change is found by the new ones alone, and whoever left by none', () => {
  const listeners = makeListeners<{ sight: Sight }>();
  const nurse = { sight: { ...admin, type: 'Nurse', careGroupIds: of(10) } as Sight };
  listeners.add(nurse);
  expect(listeners.whoMayHear(event)).toEqual([nurse]);
  listeners.see(nurse, { ...nurse.sight, careGroupIds: of(11) });
  expect(listeners.whoMayHear(event)).toEqual([]);
  expect(listeners.whoMayHear({ ...event, careGroupId: 11 })).toEqual([nurse]);
  listeners.remove(nurse);
  expect(listeners.whoMayHear({ ...event, careGroupId: 11 })).toEqual([]);
  expect(listeners.size()).toBe(0);
});

test('SEC-35 the socket wants a token of this host and a page of this origin', async () => {
  const portal = await openPortal();
  const { dial, url, port } = await listening(portal);
  const companyId = await portal.aCompany();
  const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  const elsewhere = await portal.signedIn(person.providerId, 'other.example');
  await expect(dial(null)).rejects.toThrow('unauthenticated');
  await expect(dial('no-token-that-anybody-was-given')).rejects.toThrow('unauthenticated');
  await expect(dial(`${person.token}' or true --`)).rejects.toThrow('unauthenticated');
  await expect(dial(elsewhere.token)).rejects.toThrow('unauthenticated');
  for (const origin of ['https://evil.example', 'null', `http://localhost:${port + 1}`]) {
    for (const transport of ['websocket', 'polling'] as const) {
      await expect(
        dial(person.token, { transports: [transport], extraHeaders: { origin } }),
        `${origin} ${transport}`,
      ).rejects.toThrow(/error/);
    }
  }
  expect((await dial(person.token, { extraHeaders: { origin: url } })).connected()).toBe(true);
  const plain = await fetch(`${url}/api/socket/?EIO=4&transport=polling`);
  expect([plain.status, plain.headers.get('x-content-type-options'), plain.headers.get('cache-control')]).toEqual([
    200,
    'nosniff',
    'no-store',
  ]);
  const refused = await fetch(`${url}/api/socket/?EIO=4&transport=polling`, {
    headers: { origin: 'https://evil.example' },
  });
  expect([
    refused.status,
    refused.headers.get('x-content-type-options'),
    refused.headers.get('access-control-allow-origin'),
  ]).toEqual([403, 'nosniff', null]);
});

test('SEC-18 SEC-35 the host that a trusted proxy names is the host of the socket; from anybody else it is not believed', async () => {
  const behind = { 'x-forwarded-host': 'na.trialcard.test', origin: 'https://na.trialcard.test' };
  for (const [proxies, isBelieved] of [
    ['127.0.0.1, ::1', true],
    ['127.0.0.0/8, ::/64', true],
    ['10.0.0.1', false],
    ['', false],
  ] as const) {
    const portal = await openPortal({ TRUSTED_PROXIES: proxies });
    const { dial } = await listening(portal);
    const companyId = await portal.aCompany();
    const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }), 'na.trialcard.test');
    const connects = await dial(person.token, { extraHeaders: behind }).then(
      (line) => line.connected(),
      () => false,
    );
    expect({ proxies, connects }).toEqual({ proxies, connects: isBelieved });
    await portal.close();
  }
});

test('SEC-35 SEC-03 an aged token is told "jwt expired"; a fresh one of the same session is taken', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const person = await aSignedInPerson(portal, 'Site User');
  const open = await dial(person.token);
  // A little past its end: what is open stays for some seconds, in which its page shows the next one.
  portal.app.clock.set(new Date(Date.now() + accessTokenMs + 1_000));
  await expect(dial(person.token)).rejects.toThrow('jwt expired');
  const renewed = await portal.call(renewSession, { headers: renewing(person), body: {} });
  expect((await dial(renewed.reply.accessToken)).connected()).toBe(true);
  // The socket of the older token belongs to the same living session.
  expect(open.connected()).toBe(true);
});

test('SEC-02 SEC-03 a socket lives no longer than its token, which a change of password ends, unless the next one is shown over it', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const owner = await signInAs(portal, await aPersonWithAccount(portal, 'Nurse'));
  const other = await aSignedInPerson(portal, 'Nurse');
  const stolen = await dial(owner.token);
  const own = await dial(owner.token);
  const { reply } = await owner.call(changePassword, {
    body: { password: goodPassword, newPassword: 'Another-Horse-91' },
  });
  own.socket.emit('token', reply.accessToken);
  // Of another session it is no token of this socket.
  stolen.socket.emit('token', other.token);
  await closed(stolen);
  expect(own.connected()).toBe(true);
  portal.app.clock.set(new Date(Date.now() + accessTokenMs + 11_000));
  await closed(own);
});

test('SEC-05 sign-out, sign-out everywhere, revoked access and deactivation close the sockets of those sessions, and of no others', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const companyId = await portal.aCompany();
  const providerId = await portal.aPerson('Nurse', { company_id: companyId });
  const bystander = await dial((await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }))).token);
  const three = async () => {
    const people = await Promise.all([1, 2, 3].map(() => portal.signedIn(providerId)));
    return { people, lines: await Promise.all(people.map((person) => dial(person.token))) };
  };
  const { people, lines } = await three();
  await people[0]!.call(signOut, { body: {} });
  await closed(lines[0]!);
  expect([lines[1]!.connected(), lines[2]!.connected()]).toEqual([true, true]);
  await people[1]!.call(signOutEverywhere, { body: {} });
  await closed(...lines);
  // Ended by another process, which tells nobody here.
  const revoked = await three();
  await portal.app.database.asSystem((tx) =>
    endSessionsOf(momentOf(tx, portal.app.clock), providerId, 'access revoked'),
  );
  await closed(...revoked.lines);
  const deactivated = await three();
  await portal.rows('update provider set is_active = false where provider_id = $1', [providerId]);
  await closed(...deactivated.lines);
  expect(
    (await Promise.all(deactivated.people.map((person) => person.call(signOutEverywhere, { body: {} })))).map(
      ({ status }) => status,
    ),
  ).toEqual([401, 401, 401]);
  expect(bystander.connected()).toBe(true);
});

test('SEC-05 a reset of the password and the removal of the second factor close the sockets of those sessions, and of no others', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const companyId = await portal.aCompany();
  const bystander = await dial((await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }))).token);
  const open = async (providerId: number) => {
    const people = await Promise.all([1, 2].map(() => portal.signedIn(providerId)));
    return Promise.all(people.map(({ token }) => dial(token)));
  };
  const { email, providerId } = await aPersonWithAccount(portal, 'Nurse', { companyId });
  const beforeReset = await open(providerId);
  expect((await portal.call(forgotPassword, { body: { email } })).status).toBe(200);
  const code = /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'no code';
  const body = { email, code, password: 'Another-Horse-91' };
  expect((await portal.call(resetPassword, { body })).status).toBe(200);
  await closed(...beforeReset);
  const { secret, ...withApp } = await aPersonWithApp(portal, 'Site User', { companyId });
  const beforeRemoval = [...(await open(withApp.providerId)), await dial(withApp.token)];
  const proof = { password: goodPassword, code: nextCode(portal, { secret }) };
  expect((await withApp.call(removeFactor, { body: proof })).status).toBe(200);
  await closed(...beforeRemoval);
  expect(bystander.connected()).toBe(true);
});

test('SEC-04 SEC-05 an open socket is no input: it closes with the session that ran out', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const nurse = async () => portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  const idle = await dial((await nurse()).token);
  portal.app.clock.set(new Date(Date.now() + 14.5 * 60_000));
  const fresh = await dial((await nurse()).token);
  portal.app.clock.set(new Date(Date.now() + 15.5 * 60_000));
  await closed(idle);
  expect(fresh.connected()).toBe(true);
});

test('SEC-06 SEC-35 who has left a group hears no more of it, over the same socket', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const there = await portal.aTrialAtWork();
  const line = await dial((await portal.signedIn(there.siteUser)).token);
  let count = 0;
  /** As another process does. */
  const tell = async (careGroupId: number) => {
    count += 1;
    await portal.app.database.inCompany(there.companyId, (tx) =>
      announce(tx, portal.app.clock, there.companyId, { type: 'shipment.changed', id: count, careGroupId }),
    );
    await portal.rows(`select pg_notify('portal_event', 'another')`);
  };
  await tell(there.siteId);
  await vi.waitFor(() => expect(line.heard.map(({ id }) => id)).toEqual([1]), 5_000);
  const second = await portal.aSite(there.companyId, there.trialId);
  await portal.rows('update care_group_member set care_group_id = $1 where provider_id = $2', [second, there.siteUser]);
  // Told to the new group again and again until it is heard; from then on the old one is out of hearing.
  await vi.waitFor(
    async () => {
      await tell(second);
      expect(line.heard.some(({ careGroupId }) => careGroupId === second)).toBe(true);
    },
    { timeout: 10_000, interval: 200 },
  );
  await tell(there.siteId);
  const old = count;
  await tell(second);
  await vi.waitFor(() => expect(line.heard.at(-1)?.id).toBe(old + 1), 5_000);
  expect(line.heard.map(({ id }) => id)).not.toContain(old);
});

test('SEC-06 PRM-05 who becomes somebody that the portal refuses loses the open socket', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const there = await portal.aTrialAtWork();
  const line = await dial((await portal.signedIn(there.siteUser)).token);
  expect(line.connected()).toBe(true);
  await portal.rows(`update provider set type = 'physician' where provider_id = $1`, [there.siteUser]);
  await vi.waitFor(() => expect(line.connected()).toBe(false), 10_000);
});

test('SEC-35 who sends more than 20 events a second or more than 64 KB is cut off, and nobody else', async () => {
  const portal = await openPortal();
  const { dial, url } = await listening(portal);
  const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  const [quiet, flood, heavy, poller] = await Promise.all([
    dial(person.token),
    dial(person.token),
    dial(person.token),
    dial(person.token, { transports: ['polling'] }),
  ]);
  for (let n = 0; n < 5; n++) quiet.socket.emit('join', 'company:1');
  for (let n = 0; n < 200; n++) flood.socket.emit('join', `company:${n}`);
  heavy.socket.emit('join', 'x'.repeat(70_000));
  for (let n = 0; n < 200; n++) poller.socket.emit('join', `company:${n}`);
  await closed(flood, heavy, poller);
  expect(quiet.connected()).toBe(true);
  expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
});

test('SEC-35 REL-05 one person has at most 50 lines at a time, also of those that are asked for at once, and leaves room for others', async () => {
  const portal = await openPortal();
  const { dial } = await listening(portal);
  const many = await aSignedInPerson(portal, 'Nurse');
  const other = await aSignedInPerson(portal, 'Nurse');
  const lines = (await Promise.allSettled(Array.from({ length: 60 }, () => dial(many.token)))).flatMap((of) =>
    of.status === 'fulfilled' ? [of.value] : [],
  );
  const standing = () => lines.filter((line) => line.connected());
  await vi.waitFor(() => expect(standing()).toHaveLength(50), 5_000);
  await expect(dial(many.token)).rejects.toThrow('too many lines');
  await portal.app.security.flush();
  expect(await portal.rows("select provider_id from security_event where event = 'rate_limit'")).toEqual([
    { provider_id: many.providerId },
  ]);
  expect((await dial(other.token)).connected()).toBe(true);
  standing()[0]?.socket.disconnect();
  await vi.waitFor(async () => expect((await dial(many.token)).connected()).toBe(true), 5_000);
  expect(standing()).toHaveLength(49);
});

test('SEC-35 a flood before anybody has shown a token is cut off too', async () => {
  const portal = await openPortal();
  const { url } = await listening(portal);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket/?EIO=4&transport=websocket`);
  const ended = new Promise((resolve) => socket.addEventListener('close', resolve));
  socket.addEventListener('open', () => {
    for (let n = 0; n < 100; n++) socket.send('40/somewhere,');
  });
  await expect(ended).resolves.toBeDefined();
});

test('REL-03 REL-04 a stopping server sends its sockets away in a way that makes them come back', async () => {
  const portal = await openPortal();
  const { start } = await listening(portal);
  const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  const sockets = [
    start(person.token, { reconnection: true }),
    start(person.token, { reconnection: true, transports: ['polling'] }),
  ];
  await vi.waitFor(() => expect(sockets.map(({ connected }) => connected)).toEqual([true, true]), 15_000);
  const reasons: string[] = [];
  for (const socket of sockets) socket.on('disconnect', (reason) => reasons.push(reason));
  const began = performance.now();
  await portal.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  await vi.waitFor(() => expect(reasons).toHaveLength(2), 15_000);
  // "io server disconnect" would make a client stay away.
  expect(reasons).not.toContain('io server disconnect');
  expect(sockets.map(({ active }) => active)).toEqual([true, true]);
});

test('REL-04 while the database is away sockets stay and new ones wait; when it is back they hear again, without help', async () => {
  const s = await openShipments();
  const { dial, start } = await listening(s);
  const line = await dial(s.people.siteUser.token);
  const srId = await s.aRequest();
  await vi.waitFor(() => expect(line.heard).toHaveLength(1), 15_000);
  const [here] = await s.rows<{ name: string }>('select current_database() as name');
  const operator = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await operator.connect();
  await operator.query(`alter database ${here?.name} with allow_connections false`);
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [here?.name]);
  const late = start(s.people.pharmacist.token, {
    reconnection: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 200,
  });
  const heard: number[] = [];
  late.on('changed', ({ id }: Heard) => heard.push(id));
  await vi.waitFor(() => expect(s.logged.some((entry) => entry.includes('"event":"socket"'))).toBe(true), 10_000);
  expect([late.connected, late.active, line.connected()]).toEqual([false, true, true]);
  await operator.query(`alter database ${here?.name} with allow_connections true`);
  await operator.end();
  await vi.waitFor(() => expect(late.connected).toBe(true), 10_000);
  const moved = await vi.waitFor(async () => {
    const answer = await s.people.pharmacist.call(moveByPharmacy, { body: { srId, status: 'processing' } });
    expect(answer.status).not.toBe(503);
    return answer;
  }, 10_000);
  expect(moved.status).toBe(200);
  await vi.waitFor(() => expect([line.heard.length, heard]).toEqual([2, [srId]]), 10_000);
});
