import { addParticipant, changeParticipant, setParticipantStatus } from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { sections, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { givenParticipant } from '#test/house.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

/** A request for Ada Planted, shipped to her, by each kind of partner. */
const forAda = (s: Shipments, product: number) =>
  s.aRequest({ toParticipant: 1, participants: [s.subject('717-919', s.ada)], products: [s.line(product)] });

test('SHP-04 SHP-05 SHP-06 SST-01 APS-08 OPS-23 a site lists its requests of every status, newest first, and no others', async () => {
  const s = await openShipments();
  expect((await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } })).body).toEqual({ requests: [] });
  const made: [number, string][] = [];
  for (const status of shipmentStatus.options) made.unshift([await s.aRequest({}, { status }), status]);
  await s.people.siteUserElsewhere.call(api.createRequest, { body: s.order({ gId: s.otherSiteId }) });
  const { reply } = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  expect(reply.requests.map((request) => [request.srId, request.status])).toEqual(made);
  expect(Object.values(sections).flat().sort()).toEqual([...shipmentStatus.options].sort());
});

test('SHP-16 SHP-17 SHP-18 SHP-20 SHC-12 PKG-01 OPS-96 APS-09 a site reads everything about a request', async () => {
  const s = await openShipments();
  await s.rows('update care_group set has_card = true where care_group_id = $1', [s.trialId]);
  await s.rows("update provider set phone = '+16175550123' where provider_id = $1", [s.people.siteUser.providerId]);
  await s.rows("update product set item_number = 'I-7', item_description = 'Blue' where product_id = $1", [s.tablet]);
  // What was packed of another one, and how it went on, is no part of this.
  const another = { srId: await s.aRequest(), packages: [s.package_([s.item(s.tablet)])] };
  expect((await s.people.pharmacist.call(api.shipByPharmacy, { body: another })).status).toBe(200);
  const srId = await forAda(s, s.tablet);
  const { reply, body } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  const { request } = reply;
  const wire = (body as { request: Record<string, unknown> }).request;
  for (const field of 'srId gId status shipmentType dateRequired nextOrderDate dateOfStatusChange dateShipped toParticipant participants products packages address siteName isBatchShipment prescriberId orderForms srIds pharmacyName wholesalerName ppAddress wpAddress ppPhone wpPhone ppEmail wpEmail requesterFname requesterLname requesterEmail requesterPhone sponsorName protocolNumber hasCard totalCommentCount readCommentCount version'.split(
    ' ',
  )) {
    expect(Object.keys(wire)).toContain(field);
  }
  expect(wire).toMatchObject({ toParticipant: 1, isBatchShipment: 0, hasCard: 1 });
  const [trial] = await s.rows<{ name: string; sponsor: string }>(
    'select g.name, s.name as sponsor from care_group g join sponsor s using (sponsor_id) where care_group_id = $1',
    [s.trialId],
  );
  await s.rows("update partner set phone = '+16175550177' where partner_id = $1", [s.wholesalerId]);
  const partnerOf = async (partnerId: number) =>
    (
      await s.rows<{ name: string; phone: string; email: string }>(
        'select name, phone, email from partner where partner_id = $1',
        [partnerId],
      )
    )[0];
  const pharmacy = await partnerOf(s.pharmacyId);
  const wholesaler = await partnerOf(s.wholesalerId);
  const [requester] = await s.rows<Record<string, string>>(
    'select first_name, last_name, email, phone from provider where provider_id = $1',
    [s.people.siteUser.providerId],
  );
  expect(request).toMatchObject({
    protocolNumber: trial!.name,
    sponsorName: trial!.sponsor,
    pharmacyName: pharmacy!.name,
    wholesalerName: null,
    ppPhone: pharmacy!.phone,
    ppEmail: pharmacy!.email,
    ppAddress: { street: '1 Main Street', country: 'USA' },
    wpAddress: null,
    wpPhone: null,
    wpEmail: null,
    address: {
      street: '1 Main Street',
      street2: '',
      city: 'Boston',
      state: 'Massachusetts',
      zip: '02110',
      country: 'USA',
    },
    requesterFname: requester!.first_name,
    requesterLname: requester!.last_name,
    requesterEmail: requester!.email,
    requesterPhone: '+16175550123',
    packages: [],
    history: [{ status: 'preprocessing', date: s.today, by: `${requester!.first_name} ${requester!.last_name}` }],
  });
  expect(request.products).toMatchObject([
    {
      productId: s.tablet,
      dosageForm: '50 mg tablet',
      quantityUnit: 'Bottle',
      itemNumber: 'I-7',
      itemDescription: 'Blue',
      isPharmacyProduct: true,
      isWholesalerProduct: false,
      pharmacySupplied: true,
      wholesalerSupplied: false,
    },
  ]);
  const pens = await s.people.siteUser.call(api.readForSite, {
    query: { gId: s.siteId, srId: await forAda(s, s.pen) },
  });
  expect(pens.reply.request).toMatchObject({
    shipmentType: 'wholesaler',
    pharmacyName: null,
    ppAddress: null,
    ppPhone: null,
    ppEmail: null,
    wholesalerName: wholesaler!.name,
    wpAddress: { street: '1 Main Street', country: 'USA' },
    wpPhone: '+16175550177',
    wpEmail: wholesaler!.email,
    products: [{ isWholesalerProduct: true, isPharmacyProduct: false }],
  });
});

test('APS-09 SEC-23 OPS-15 a site reads a request without naming the site it belongs to, and none of another site', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const read = (who: 'siteUser' | 'siteUserElsewhere' | 'adminAbroad') =>
    s.people[who].call(api.readForSite, { query: { srId } });
  const { reply } = await read('siteUser');
  expect([reply.request.srId, reply.request.gId]).toEqual([srId, s.siteId]);
  for (const who of ['siteUserElsewhere', 'adminAbroad'] as const) expect((await read(who)).status).toBe(404);
});

test('APS-22 APS-23 APS-30 APS-31 ROL-26 ROL-29 OPS-15 each partner lists and reads its own requests', async () => {
  const s = await openShipments();
  const [tablets, pens] = [await s.aRequest(), await s.aRequest({ products: [s.line(s.pen)] })];
  await s.people.siteUserElsewhere.call(api.createRequest, { body: s.order({ gId: s.otherSiteId }) });
  const pharmacy = await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
  expect(pharmacy.reply.requests.map((request) => request.srId)).toEqual([tablets]);
  expect(pharmacy.reply.requests[0]!.participants).toHaveLength(1);
  const wholesaler = await s.people.wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId } });
  expect(wholesaler.reply.requests.map((request) => request.srId)).toEqual([pens]);
  expect(
    (await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: tablets } })).reply.request.participants,
  ).toHaveLength(1);
  expect((await s.people.wholesaler.call(api.readForWholesaler, { query: { srId: pens } })).reply.request.srId).toBe(
    pens,
  );
});

test('PRV-04 ROL-29 SHP-16 SST-10 of a shipment to a participant a wholesaler learns where the parcel goes, and nothing of whom it is for', async () => {
  const s = await openShipments();
  const home = { street: '7 Elm Row', street2: 'Flat 2', city: 'Salem', state: 'Oregon', zip: '97301', country: 'USA' };
  const participants = [s.subject('717-919', s.ada)];
  const srId = await s.aRequest({ toParticipant: 1, participants, products: [s.line(s.pen)], address: home });
  const { body, reply } = await s.people.wholesaler.call(api.readForWholesaler, { query: { srId } });
  expect(reply.request).toMatchObject({ toParticipant: true, address: home });
  expect(JSON.stringify(body)).not.toMatch(/717-919|Adelheid|Planted|participants|participantId/);
});

test('PRV-04 ROL-29 whatever a wholesaler is answered, it holds no subject number, name, birth date or contact of a participant', async () => {
  const s = await openShipments();
  await s.rows(
    "update participant set email = 'planted@subject.example', phone = '+16175559876', born_on = '1977-07-17' where participant_id = $1",
    [s.ada],
  );
  await s.rows('update care_group set has_card = true where care_group_id = $1', [s.trialId]);
  const srId = await forAda(s, s.pen);
  const { people } = s;
  await people.siteUser.call(api.siteComments.add, { body: { srId, text: 'Keep it cold' } });
  const answers = [
    await people.wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId } }),
    await people.wholesaler.call(api.readForWholesaler, { query: { srId } }),
    await people.wholesaler.call(api.trialForWholesaler, { query: { srId } }),
    await people.wholesaler.call(api.productsForWholesaler, { query: { srId } }),
    await people.wholesaler.call(api.wholesalerComments.list, { query: { srId } }),
    await people.wholesaler.call(api.wholesalerComments.add, { body: { srId, text: 'Will do' } }),
    await people.wholesaler.call(api.moveByWholesaler, { body: { srId, status: 'received' } }),
    await people.wholesaler.call(api.moveByWholesaler, { body: { srId, status: 'processing', version: 7 } }),
    await people.wholesaler.call(api.moveByWholesaler, { body: { srId, status: 'processing' } }),
    await people.wholesaler.call(api.shipByWholesaler, { body: { srId, packages: [s.package_([s.item(s.tablet)])] } }),
    await people.wholesaler.call(api.shipByWholesaler, { body: { srId, packages: [s.package_([s.item(s.pen)])] } }),
    await people.wholesaler.call(api.cardForPharmacy, { query: { srId } }),
    await people.wholesaler.call(api.readForPharmacy, { query: { srId } }),
    await people.wholesaler.call(api.readForSite, { query: { gId: s.siteId, srId } }),
    await people.wholesaler.call(api.readForWholesaler, { query: { srId } }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([
    200, 200, 200, 200, 200, 200, 409, 409, 200, 400, 200, 403, 403, 403, 200,
  ]);
  const said = JSON.stringify(answers.map((answer) => [answer.body, answer.headers]));
  for (const planted of [
    '717-919',
    'Adelheid',
    'Planted',
    '1977-07-17',
    'planted@subject.example',
    '16175559876',
    'subjectNumber',
    'participants',
    'CTRX',
  ])
    expect(said).not.toContain(planted);
  expect((answers[1]!.body as { request: { address: unknown } }).request.address).toMatchObject({
    street: '1 Main Street',
  });
});

test('PRV-04 the lists carry nothing of what a request alone tells: addresses, contacts, papers and how it is taken', async () => {
  const s = await openShipments();
  await forAda(s, s.tablet);
  await forAda(s, s.pen);
  const keysIn = (answer: { body: unknown }) => {
    const { requests } = answer.body as { requests: { products: object[]; participants?: object[] }[] };
    return requests.flatMap((row) => [row, ...row.products, ...(row.participants ?? [])].flatMap(Object.keys));
  };
  const ofARequestAlone =
    'address ppAddress wpAddress pharmacyName wholesalerName ppPhone ppEmail wpPhone wpEmail requesterFname requesterLname requesterEmail requesterPhone prescriberId orderForms packages history srIds directions label dob email phone'.split(
      ' ',
    );
  const lists = [
    await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } }),
    await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } }),
    await s.people.wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId } }),
  ].map(keysIn);
  for (const keys of lists) {
    expect(keys).toContain('drugName');
    expect(keys.filter((key) => ofARequestAlone.includes(key))).toEqual([]);
  }
  expect(lists.map((keys) => keys.includes('participants') || keys.includes('subjectNumber'))).toEqual([
    true,
    true,
    false,
  ]);
});

test('what is looked for by tracking number or lot is in the lists: each parcel, with its lots once, in the order it was packed', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({ products: [s.line(s.tablet, { quantity: 3 })] });
  const item = (lotNumber: string) => s.item(s.tablet, { lotNumber, quantity: 1 });
  const sent = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: {
      srId,
      packages: [
        s.package_([item('L-8'), item('L-7')], { courier: 'UPS', trackingNumber: '1Z1' }),
        s.package_([item('L-8')], { courier: 'OTHER', trackingNumber: '77' }),
      ],
    },
  });
  expect([sent.status, sent.message]).toEqual([200, undefined]);
  const parcels = [
    { courier: 'UPS', trackingNumber: '1Z1', lotNumbers: ['L-7', 'L-8'] },
    { courier: 'OTHER', trackingNumber: '77', lotNumbers: ['L-8'] },
  ];
  const waiting = await s.aRequest();
  const { requests } = (await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply;
  expect(requests.map((one) => [one.srId, one.parcels])).toEqual([
    [waiting, []],
    [srId, parcels],
  ]);
  const ofPartner = await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
  expect(ofPartner.reply.requests.at(-1)?.parcels).toEqual(parcels);
});

test('PKG-08 PKG-12 how much a shipment is short stands in the lists of both sides, of what stands in for a product too', async () => {
  const s = await openShipments();
  const [tablet] = await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ]);
  const strong = await s.aProduct(s.companyId, s.trialId, { drug_name: tablet!.drug });
  const gel = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, gel);
  const products = [s.line(s.tablet, { quantity: 4 }), s.line(gel, { quantity: 3 })];
  const [waiting, complete, short] = [await s.aRequest(), await s.aRequest(), await s.aRequest({ products })];
  const ship = async (srId: number, items: object[], more = {}) => {
    const packages = items.map((item) => s.package_([item as never]));
    const sent = await s.people.pharmacist.call(api.shipByPharmacy, { body: { srId, packages, ...more } });
    expect([sent.status, sent.fields]).toEqual([200, {}]);
  };
  await ship(complete, [s.item(s.tablet, { quantity: 1 }), s.item(s.tablet, { quantity: 3 })]);
  await ship(short, [s.item(strong, { quantity: 1 }), s.item(strong, { quantity: 1 }), s.item(gel, { quantity: 2 })], {
    replacements: [
      { oldProductId: s.tablet, newProductId: strong, quantity: 5, daysOfSupply: 30, directions: 'One a day' },
    ],
  });
  const ofSite = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  const ofPartner = await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
  for (const { reply } of [ofSite, ofPartner])
    expect(reply.requests.map((one) => [one.srId, one.shortCount])).toEqual([
      [short, 4],
      [complete, 0],
      [waiting, 0],
    ]);
});

test('SEC-23 OPS-68 a name that was corrected since is told beside the one that was asked for, to the site and its pharmacy, as long as the participant is at that site', async () => {
  const s = await openShipments();
  const { admin, siteUser, pharmacist } = s.people;
  const srId = await s.aRequest({ participants: [s.subject('717-919', s.ada), s.subject('717-930')] });
  const person = (fname: string, subject_number: string, siteId = s.siteId) =>
    givenParticipant(siteId, { fname, lname: 'Planted', subject_number });
  const change = async (fname: string, siteId?: number) => {
    const body = { ...person(fname, '717-919', siteId), participant_id: s.ada, addressChanged: 0 };
    expect((await admin.call(changeParticipant, { body })).status).toBe(200);
  };
  const told = async () => [
    (await siteUser.call(api.readForSite, { query: { srId } })).reply.request.participants,
    (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests[0]?.participants,
    (await siteUser.call(api.listReminders, { query: { gId: s.siteId } })).reply.orderReminders[0]?.participants,
    (await pharmacist.call(api.readForPharmacy, { query: { srId } })).reply.request.participants,
    (await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests[0]?.participants,
  ];
  const everywhere = <T>(people: T) => Array.from({ length: 5 }, () => people);
  const ada = { participantId: s.ada, subjectNumber: '717-919', fname: 'Adelheid', lname: 'Planted' };
  const byNumber = { participantId: null, subjectNumber: '717-930', fname: 'New', lname: 'Participant' };
  expect(await told()).toEqual(everywhere([ada, byNumber]));

  // Who was asked for by a number alone keeps the name of the request, also once somebody has that number.
  const bob = (await admin.call(addParticipant, { body: person('Bob', '717-930') })).reply.participantId;
  await change('Ada');
  const asked = { ...byNumber, participantId: bob };
  const corrected = { ...ada, nameNow: 'Ada Planted' };
  expect(await told()).toEqual(everywhere([corrected, asked]));
  // A pharmacy needs it for the parcel, and not for what has ended; the site has it always.
  await s.put(srId, { status: 'shipped' });
  expect(await told()).toEqual(everywhere([corrected, asked]));
  await s.put(srId, { status: 'received' });
  const [ofSite, ofPartner] = [Array(3).fill([corrected, asked]), Array(2).fill([ada, asked])];
  expect(await told()).toEqual([...ofSite, ...ofPartner]);
  await s.put(srId, { status: 'processing' });
  await change('Adele', s.otherSiteId);
  const away = (await told()).map((people) => people?.[0]);
  expect(JSON.stringify(away)).not.toContain('Adele');
  for (const one of away) {
    expect(one).toMatchObject(ada);
    expect(one).not.toHaveProperty('nameNow');
  }
});

test('CAE-09 CAE-22 OPS-11 OPS-96 a partner reads the trial behind a request', async () => {
  const s = await openShipments();
  const [tablets, pens] = [await s.aRequest(), await s.aRequest({ products: [s.line(s.pen)] })];
  const [trial] = await s.rows<{ name: string; display_name: string }>(
    'select name, display_name from care_group where care_group_id = $1',
    [s.trialId],
  );
  const expected = {
    srId: tablets,
    trial: trial!.display_name,
    protocolNumber: trial!.name,
    hasCard: false,
    subjectNumberMask: 'XXX-XXX',
  };
  expect(
    (await s.people.pharmacist.call(api.trialForPharmacy, { query: { srId: tablets } })).reply.request,
  ).toMatchObject(expected);
  const { reply } = await s.people.wholesaler.call(api.trialForWholesaler, { query: { srId: pens } });
  expect(reply.request).toMatchObject({ srId: pens, trial: trial!.display_name, hasCard: false });
});

test('APS-28 ROL-27 SHV-07 PCO-02 a pharmacy reads the card of the participant of a request, and whose it is of several; none without card or without a known participant', async () => {
  const s = await openShipments();
  const [srId, unknown] = [await forAda(s, s.tablet), await s.aRequest()];
  const card = async (id: number) =>
    (await s.people.pharmacist.call(api.cardForPharmacy, { query: { srId: id } })).reply.trialCard;
  expect(await card(srId)).toBeNull();
  await s.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants, claim_submissions,
      pharmacy_instructions, card_introduction, contact_info) values ($1, $2, '610', 'PCN', 'GRP', 'Name', 'ID', 'p', 'c', 'i', 'n', 't')`,
    [s.trialId, s.companyId],
  );
  expect(await card(srId)).toBeNull();
  await s.rows('update care_group set has_card = true where care_group_id = $1', [s.trialId]);
  const [{ ctrx_id }] = (await s.rows<{ ctrx_id: string }>(
    'select ctrx_id from participant where participant_id = $1',
    [s.ada],
  )) as [{ ctrx_id: string }];
  expect(await card(srId)).toMatchObject({
    rxBin: '610',
    rxPcn: 'PCN',
    rxGrp: 'GRP',
    cardholderId: ctrx_id,
    mainLogo: null,
  });
  expect(await card(unknown)).toBeNull();

  const bob = await s.aParticipant(s.companyId, s.trialId, s.siteId, {
    first_name: 'Bob',
    last_name: 'Babbage',
    subject_number: '717-930',
    ctrx_id: 'CTRX900930',
  });
  const several = await s.aRequest({ participants: [s.subject('717-555'), s.subject('717-930', bob)] });
  const whose = { participantId: bob, fname: 'Bob', lname: 'Babbage', cardholderId: 'CTRX900930' };
  expect(await card(several)).toMatchObject(whose);
  for (const ended of [srId, several]) await s.put(ended, { status: 'received' });
  const both = await s.aRequest({ participants: [s.subject('717-919', s.ada), s.subject('717-930', bob)] });
  expect(await card(both)).toMatchObject({ participantId: s.ada });
  // Who has left the trial is shown no card.
  const leave = { participant_id: s.ada, isActive: 0 };
  expect((await s.people.admin.call(setParticipantStatus, { body: leave })).status).toBe(200);
  expect(await card(srId)).toBeNull();
  expect(await card(both)).toMatchObject(whose);
});

test('PRV-01 whoever reads a request leaves a note of whose data it was; a refused try leaves one too', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await forAda(s, s.tablet);
  await s.aRequest();
  await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
  await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } });
  await s.people.pharmacist.call(api.readForPharmacy, { query: { srId } });
  await s.people.pharmacistElsewhere.call(api.readForPharmacy, { query: { srId } });
  const seen = async () => s.rows('select provider_id, call, record_ids, outcome from access_entry order by entry_id');
  await expect.poll(async () => (await seen()).length, { timeout: 10_000 }).toBe(6);
  const site = s.people.siteUser.providerId;
  const pharmacy = s.people.pharmacist.providerId;
  const read = (provider_id: number, call: { method: string; path: string }) => ({
    provider_id,
    call: `${call.method} ${call.path}`,
    record_ids: [s.ada],
    outcome: 'read',
  });
  expect(await seen()).toEqual([
    read(site, api.listForSite),
    read(site, api.readForSite),
    read(site, api.listReminders),
    read(pharmacy, api.listForPharmacy),
    read(pharmacy, api.readForPharmacy),
    { ...read(s.people.pharmacistElsewhere.providerId, api.readForPharmacy), record_ids: [], outcome: 'refused' },
  ]);
});

test('PRV-01 a wholesaler that reads where a participant lives leaves a note of it; of a request to a site it leaves none', async () => {
  const s = await openShipments();
  const ada = { participants: [s.subject('717-919', s.ada)] };
  const toSite = await s.aRequest({ ...ada, products: [s.line(s.pen)] }, { status: 'cancelled' });
  const toHome = await forAda(s, s.pen);
  const { wholesaler } = s.people;
  for (const srId of [toSite, toHome]) {
    const { reply } = await wholesaler.call(api.readForWholesaler, { query: { srId } });
    expect(reply.request.address.street).not.toBe('');
  }
  await s.stop();
  expect(
    await s.rows('select call, record_ids from access_entry where provider_id = $1', [wholesaler.providerId]),
  ).toEqual([{ call: `${api.readForWholesaler.method} ${api.readForWholesaler.path}`, record_ids: [s.ada] }]);
});
