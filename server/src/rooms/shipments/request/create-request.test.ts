import { readSite } from '@portal/contract/care-groups/endpoints.ts';
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { openShipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

test('SHC-21 SHC-28 SHP-20 SHP-22 SST-01 OPS-89 a site asks for a shipment: it waits in preprocessing, with its reminder', async () => {
  const s = await openShipments();
  const asked = await s.people.siteUser.call(api.createRequest, {
    body: s.order({
      toParticipant: 1,
      participants: [s.subject('717-919', s.ada)],
      products: [s.line(s.tablet, { label: 'Keep cold' })],
    }),
  });
  expect([asked.status, asked.message]).toEqual([200, undefined]);
  expect(asked.reply.orderForms).toEqual([]);
  const [srId] = asked.reply.srIds as [number];
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  expect(reply.request).toMatchObject({
    status: 'preprocessing',
    shipmentType: 'pharmacy',
    toParticipant: true,
    isBatchShipment: false,
    dateRequired: s.today,
    nextOrderDate: addDays(s.today, 1),
    dateOfStatusChange: s.today,
    dateShipped: null,
    participants: [{ participantId: s.ada, subjectNumber: '717-919', fname: 'Adelheid', lname: 'Planted' }],
    products: [
      { productId: s.tablet, quantity: 4, daysOfSupply: 30, directions: 'Take one daily', label: 'Keep cold' },
    ],
    srIds: [srId],
    version: 1,
  });
  const { reply: list } = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  expect(list.requests.map((request) => request.srId)).toEqual([srId]);
  const { reply: due } = await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
  expect(due.orderReminders.map((reminder) => [reminder.srId, reminder.nextOrderDate])).toEqual([
    [srId, addDays(s.today, 1)],
  ]);
});

test('SHC-19 OPS-68 SEC-25 an unknown subject is "New Participant" on the request alone; names are never taken from the body', async () => {
  const s = await openShipments();
  const before = await s.rows('select participant_id from participant');
  const participants = [
    { participantId: null, subjectNumber: '555-555', fname: 'Mallory', lname: 'Made-up' },
    { participantId: null, subjectNumber: '717-919', fname: 'Mallory' },
  ];
  const srId = await s.aRequest({ participants });
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  expect(reply.request.participants).toEqual([
    { participantId: null, subjectNumber: '555-555', fname: 'New', lname: 'Participant' },
    { participantId: s.ada, subjectNumber: '717-919', fname: 'Adelheid', lname: 'Planted' },
  ]);
  expect(await s.rows('select participant_id from participant')).toEqual(before);
});

test('SHC-02 a request to a participant remembers whether it went to their address on record, and that counts after a move too', async () => {
  const s = await openShipments();
  const given = {
    g_id: s.siteId,
    fname: 'Ada',
    lname: 'Home',
    dob: '1980-03-05',
    gender: 1,
    subject_number: '718-001',
  };
  const home = { ...anAddress, street: '48 Commonwealth Avenue' };
  const { participantId } = (await s.people.siteUser.call(addParticipant, { body: { ...given, address: home } })).reply;
  const ask = (products: unknown[], over: object) =>
    s.aRequest({ toParticipant: 1, participants: [s.subject('718-001', participantId)], products, ...over });
  const toHome = await ask([s.line(s.tablet)], { address: home });
  const elsewhere = await ask([s.line(s.pen)], { address: { ...home, street: '1 Holiday Lane' } });
  const toSite = await s.aRequest();
  const move = {
    ...given,
    participant_id: participantId,
    addressChanged: 1,
    address: { ...home, street: '9 New Road' },
  };
  expect((await s.people.siteUser.call(changeParticipant, { body: move })).status).toBe(200);
  const isOnRecord = async (srId: number) =>
    (await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request.isAddressOnRecord;
  expect(await Promise.all([toHome, elsewhere, toSite].map(isOnRecord))).toEqual([true, false, false]);
  const { reply } = await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: toHome } });
  expect(reply.request).toMatchObject({ address: { street: '48 Commonwealth Avenue' } });
  expect(reply.request).not.toHaveProperty('isAddressOnRecord');
});

test('SHP-22 what is not shipped yet and went to an address on record says so to both sides once another one is on record, and which to the site alone', async () => {
  const s = await openShipments();
  const home = { ...anAddress, street: '48 Commonwealth Avenue' };
  const given = {
    g_id: s.siteId,
    fname: 'Ada',
    lname: 'Home',
    dob: '1980-03-05',
    gender: 1,
    subject_number: '718-001',
  };
  const { participantId } = (await s.people.siteUser.call(addParticipant, { body: { ...given, address: home } })).reply;
  const toAda = { toParticipant: 1, participants: [s.subject('718-001', participantId)] };
  const toHome = await s.aRequest({ ...toAda, address: home });
  const toOther = await s.aRequest({
    ...toAda,
    products: [s.line(s.pen)],
    address: { ...home, street: '1 Holiday Lane' },
  });
  const toSite = await s.aRequest();
  const onItsWay = await s.aRequest({}, { status: 'shipped' });
  const told = async (srId: number) => {
    const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
    return [reply.request.isAddressOutdated, reply.request.addressNow?.street];
  };
  const all = () => Promise.all([toHome, toOther, toSite, onItsWay].map(told));
  const never = [false, undefined];
  expect(await all()).toEqual([never, never, never, never]);

  const move = { ...given, participant_id: participantId, addressChanged: 1 };
  const moved = { ...move, address: { ...home, street: '9 New Road' } };
  expect((await s.people.siteUser.call(changeParticipant, { body: moved })).status).toBe(200);
  await s.rows(
    `update address set street = '5 Other Street' where address_id = (select address_id from care_group where care_group_id = $1)`,
    [s.siteId],
  );
  expect(await all()).toEqual([[true, '9 New Road'], never, [true, '5 Other Street'], never]);
  const { reply } = await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: toHome } });
  expect(reply.request).toMatchObject({ isAddressOutdated: true, address: { street: '48 Commonwealth Avenue' } });
  expect(JSON.stringify(reply)).not.toContain('9 New Road');

  const taken = { ...move, address: null };
  expect((await s.people.siteUser.call(changeParticipant, { body: taken })).status).toBe(200);
  expect(await told(toHome)).toEqual([true, undefined]);
  const back = { ...move, address: home };
  expect((await s.people.siteUser.call(changeParticipant, { body: back })).status).toBe(200);
  expect(await told(toHome)).toEqual(never);
});

test('OPS-70 SHC-23 REL-02 products of two partners make one request for each, of one submit; each partner sees its own alone', async () => {
  const s = await openShipments();
  const both = await s.aProduct(s.companyId, s.trialId, { wholesaler_supplied: true });
  for (const partner of [s.pharmacyId, s.wholesalerId]) await s.supply(s.companyId, s.siteId, partner, both);
  const asked = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ products: [s.line(s.pen), s.line(both), s.line(s.tablet)], participants: [s.subject('111-111')] }),
  });
  expect([asked.status, asked.message]).toEqual([200, undefined]);
  expect(asked.reply.srIds).toHaveLength(2);
  const [first, second] = await Promise.all(
    asked.reply.srIds.map(
      async (srId) => (await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request,
    ),
  );
  expect(first).toMatchObject({
    shipmentType: 'pharmacy',
    products: [{ productId: both }, { productId: s.tablet }],
    srIds: asked.reply.srIds,
  });
  expect(second).toMatchObject({
    shipmentType: 'wholesaler',
    products: [{ productId: s.pen }],
    srIds: asked.reply.srIds,
  });
  expect(second!.participants).toEqual(first!.participants);
  const seen = await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: first!.srId } });
  expect(seen.reply.request.srIds).toEqual([first!.srId]);
});

test('OPS-70 among several pharmacies of a site the one known longest supplies the product', async () => {
  const s = await openShipments();
  const late = await s.aPartner(s.companyId, 'pharmacy');
  await s.connect(s.companyId, s.siteId, late, [s.tablet]);
  const srId = await s.aRequest();
  expect((await s.people.pharmacist.call(api.readForPharmacy, { query: { srId } })).status).toBe(200);
});

test('BAT-04 BAT-05 BAT-07 OPS-72 SHC-20 a batch shipment without participants carries its mark and makes no order form', async () => {
  const s = await openOrderForms();
  const asked = await s.people.siteUser.call(api.createRequest, { body: s.order({ isBatchShipment: 1 }) });
  expect([asked.status, asked.message]).toEqual([200, undefined]);
  expect(asked.reply.orderForms).toEqual([]);
  const { reply } = await s.people.siteUser.call(api.readForSite, {
    query: { gId: s.siteId, srId: asked.reply.srIds[0] },
  });
  expect(reply.request).toMatchObject({ isBatchShipment: true, participants: [] });
  const refused = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ isBatchShipment: 1, products: [s.line(s.tablet, { quantity: 11 })] }),
  });
  expect(refused.fields).toEqual({ 'products.0.quantity': 'Quantity must be between 1 and 10.' });
});

test('SHC-05 SHC-06 SHC-07 SHC-08 SHC-09 SHC-14 SHC-17 SHC-18 OPS-62 OPS-67 OPS-77 BAT-04 what the form refuses, the server refuses and names', async () => {
  const s = await openShipments();
  const product = (over: Record<string, unknown>) => ({ products: [s.line(s.tablet, over)] });
  const removed = await s.aProduct(s.companyId, s.trialId, { removed_at: s.app.clock.now() });
  const inactive = await s.aParticipant(s.companyId, s.trialId, s.siteId, {
    is_active: false,
    subject_number: '222-222',
  });
  const elsewhere = await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, { subject_number: '333-333' });
  const offMask = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '12345' });
  const maskProblem = 'Please enter subject number in the format XXX-XXX';
  const notHere = 'This participant is not active at this site.';
  const impossibleYear = 'must lie between 01-Jan-1900 and 31-Dec-2199';
  const cases: [Record<string, unknown>, Record<string, string>][] = [
    [{ dateRequired: addDays(s.today, -1) }, { dateRequired: 'Date must be in the future.' }],
    [{ nextOrderDate: s.today }, { nextOrderDate: 'Date must be in the future.' }],
    [{ dateRequired: '9999-12-31' }, { dateRequired: impossibleYear }],
    [{ nextOrderDate: '2200-01-01' }, { nextOrderDate: impossibleYear }],
    [product({ quantity: 0 }), { 'products.0.quantity': 'Quantity must be between 1 and 10.' }],
    [product({ quantity: 11 }), { 'products.0.quantity': 'Quantity must be between 1 and 10.' }],
    [product({ daysOfSupply: 0 }), { 'products.0.daysOfSupply': 'Days of supply must be greater than 0.' }],
    [{ products: [] }, { products: 'is required' }],
    [{ products: [s.line(s.tablet), s.line(s.tablet)] }, { 'products.1.productId': 'is in the request already' }],
    [{ products: [s.line(removed)] }, { 'products.0.productId': 'is not a product of this trial' }],
    [{ products: [s.line(s.theirs.tablet)] }, { 'products.0.productId': 'is not a product of this trial' }],
    [{ products: [s.line(99_999)] }, { 'products.0.productId': 'is not a product of this trial' }],
    ...['123-45', '12345', '1234-56', '12A-456'].map((number): [Record<string, unknown>, Record<string, string>] => [
      { participants: [s.subject(number)] },
      { 'participants.0.subjectNumber': maskProblem },
    ]),
    [{ participants: [s.subject('12345', offMask)] }, { 'participants.0.subjectNumber': maskProblem }],
    [
      { participants: [s.subject('123-456'), s.subject('123-456')] },
      { 'participants.1.subjectNumber': 'Subject numbers must be unique within the request.' },
    ],
    [{ participants: [s.subject('222-222', inactive)] }, { 'participants.0.participantId': notHere }],
    [{ participants: [s.subject('222-222')] }, { 'participants.0.participantId': notHere }],
    [{ participants: [s.subject('333-333', elsewhere)] }, { 'participants.0.participantId': notHere }],
    [{ participants: [s.subject('333-333', 99_999)] }, { 'participants.0.participantId': notHere }],
    [
      { participants: [s.subject('333-333', s.ada)] },
      { 'participants.0.subjectNumber': 'is not the subject number of this participant' },
    ],
    [{ toParticipant: undefined }, { toParticipant: 'is required' }],
    [{ toParticipant: 1 }, { participants: 'must be exactly one when the shipment goes to a participant' }],
    [
      { toParticipant: 1, participants: [s.subject('123-456'), s.subject('123-457')] },
      { participants: 'must be exactly one when the shipment goes to a participant' },
    ],
    [
      { address: { street: '', city: 'Boston', state: 'MA', zip: '02110', country: 'USA' } },
      { 'address.street': 'is required' },
    ],
    [{ address: undefined }, { address: 'is required' }],
  ];
  const before = await s.fingerprint();
  for (const [over, fields] of cases) {
    const answer = await s.people.siteUser.call(api.createRequest, { body: s.order(over) });
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  }
  const subjects = (count: number) => Array.from({ length: count }, (_, n) => s.subject(`${100 + n}-777`));
  const withSubjects = (count: number) =>
    s.people.siteUser.call(api.createRequest, { body: s.order({ participants: subjects(count) }) });
  const tooMany = await withSubjects(101);
  expect([tooMany.status, Object.keys(tooMany.fields)]).toEqual([400, ['participants']]);
  expect(await s.fingerprint()).toBe(before);
  expect((await withSubjects(100)).status).toBe(200);
});

test('SHP-22 OPS-15 what goes to the trial site goes to the address of that site as the form sends it, and what goes to a participant to any', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  const { address } = s.order();
  let next = 100;
  const ask = async (over: Record<string, unknown>) => {
    const body = s.order({ participants: [s.subject(`901-${++next}`)], ...over });
    const { status, message, fields } = await siteUser.call(api.createRequest, { body });
    return status === 200 ? 200 : [status, message, fields];
  };
  const said = 'A shipment to the trial site goes to the site’s own address. Please check it again.';
  const before = await s.fingerprint();
  for (const other of [
    { street: '666 Elsewhere' },
    { street2: 'Back door' },
    { city: 'Salem' },
    { state: 'Maine' },
    { zip: '02111' },
    { country: 'DE', zip: '10115', state: '' },
  ])
    expect(await ask({ address: { ...(address as object), ...other } })).toEqual([400, said, { address: said }]);
  expect(await s.fingerprint()).toBe(before);
  expect(await ask({ address: { ...(address as object), street: '666 Elsewhere' }, toParticipant: 1 })).toBe(200);

  // The form sends what it reads of the site, in whatever way that was kept.
  const read = async () => (await siteUser.call(readSite, { query: { g_id: s.siteId } })).reply.siteInfo?.address;
  expect(await ask({ address: await read() })).toBe(200);
  expect(await ask({ address: { ...(await read()), street2: null } })).toBe(200);
  for (const kept of [
    { street: ' 12 Rue Garibaldi ', street2: 'Bât. B', city: 'Lyon', state: '', zip: '69003', country: 'France' },
    { street: '10 Downing Street', street2: '', city: 'London', state: '', zip: 'sw1a 2aa', country: 'gb' },
    { street: '1 Main Street', street2: '', city: 'Boston', state: 'MA', zip: '02110', country: 'US' },
  ]) {
    await s.rows(
      `update address set street = $2, street2 = $3, city = $4, state = $5, zip = $6, country = $7
       where address_id = (select address_id from care_group where care_group_id = $1)`,
      [s.siteId, ...Object.values(kept)],
    );
    expect([kept, await ask({ address: await read() })]).toEqual([kept, 200]);
  }
});

test('OPS-63 OPS-68 a subject number of another site of the trial is refused as in adding a participant, also of somebody deactivated; one that only another trial has is new', async () => {
  const s = await openShipments();
  const { siteUser } = s.people;
  await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, { subject_number: '333-333' });
  await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, { subject_number: '444-444', is_active: false });
  const otherTrial = await s.aTrial(s.companyId);
  const itsSite = await s.aSite(s.companyId, otherTrial);
  await s.aParticipant(s.companyId, otherTrial, itsSite, { subject_number: '555-555' });
  const ask = async (...numbers: string[]) => {
    const body = s.order({ participants: numbers.map((number) => s.subject(number)) });
    return siteUser.call(api.createRequest, { body });
  };
  const before = await s.fingerprint();
  for (const number of ['333-333', '444-444']) {
    const { status, message, fields } = await ask('901-101', number);
    expect([number, status, message, fields]).toEqual([
      number,
      400,
      'Another site of this trial has this subject number.',
      { 'participants.1.subjectNumber': 'Another site of this trial has this subject number.' },
    ]);
  }
  expect(await s.fingerprint()).toBe(before);
  expect((await ask('555-555')).status).toBe(200);
});

test('SHC-08 SHC-09 OPS-77 the borders are accepted: today, tomorrow, one, the most allowed', async () => {
  const s = await openShipments();
  for (const [i, quantity] of [1, 10].entries()) {
    const body = s.order({
      participants: [s.subject(`40${i}-000`)],
      products: [s.line(s.tablet, { quantity, daysOfSupply: 1 })],
    });
    expect((await s.people.siteUser.call(api.createRequest, { body })).status).toBe(200);
  }
});

test('SHC-10 OPS-78 empty directions, and those that nobody can see, are stored as "N/A"', async () => {
  const s = await openShipments();
  for (const [i, directions] of ['', '  ', '\u200b', null, undefined].entries()) {
    const srId = await s.aRequest({
      participants: [s.subject(`60${i}-000`)],
      products: [s.line(s.tablet, { directions })],
    });
    const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
    expect(reply.request.products[0]!.directions).toBe('N/A');
  }
});

test('SHC-03 SHC-04 OPS-76 a prescriber is needed for a pharmacy product of a trial with an order form template, not for a batch, and must prescribe at the site', async () => {
  const s = await openOrderForms();
  const uses = (templateId: number | null) =>
    s.rows('update care_group set order_form_template_id = $2 where care_group_id = $1', [s.trialId, templateId]);
  const elsewhere = await s.aPerson('Site User', { company_id: s.companyId, is_prescriber: true }, [s.otherSiteId]);
  const nameless = await s.aPerson('Site User', { company_id: s.companyId, is_prescriber: true, first_name: '' }, [
    s.siteId,
  ]);
  const gone = await s.aPerson('Site User', { company_id: s.companyId, is_prescriber: true, is_active: false }, [
    s.siteId,
  ]);
  const ask = (subject: string, over: Record<string, unknown>) =>
    s.people.siteUser.call(api.createRequest, { body: s.order({ participants: [s.subject(subject)], ...over }) });
  await uses(null);
  expect((await ask('100-001', {})).status).toBe(200);
  await uses(s.templateId);
  expect((await ask('100-002', {})).fields).toEqual({ prescriberId: 'Please select a prescriber' });
  for (const wrong of [elsewhere, nameless, gone, s.siteUser, s.theirs.siteUser, 99_999]) {
    expect((await ask('100-002', { prescriberId: wrong })).fields).toEqual({
      prescriberId: 'is not a prescriber of this site',
    });
  }
  expect((await ask('100-002', { products: [s.line(s.pen)] })).status).toBe(200);
  expect((await ask('100-003', { isBatchShipment: 1 })).status).toBe(200);
  const asked = await ask('100-004', { prescriberId: s.prescriberId });
  expect([asked.status, asked.message]).toEqual([200, undefined]);
  const { reply } = await s.people.siteUser.call(api.readForSite, {
    query: { gId: s.siteId, srId: asked.reply.srIds[0] },
  });
  expect(reply.request.prescriberId).toBe(s.prescriberId);
});

test('SHC-25 OPS-74 a product without supplier type, or that no partner of the site supplies, cannot be fulfilled', async () => {
  const s = await openShipments();
  const untyped = await s.aProduct(s.companyId, s.trialId, { pharmacy_supplied: false });
  const unsupplied = await s.aProduct(s.companyId, s.trialId);
  const wrongKind = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, untyped);
  await s.supply(s.companyId, s.siteId, s.wholesalerId, wrongKind);
  const { reply } = await s.people.siteUser.call(listProducts, { query: { g_id: s.siteId } });
  // The form is told beforehand, of each product.
  expect(new Map(reply.map(({ productId, isSupplied }) => [productId, isSupplied]))).toEqual(
    new Map([
      [s.tablet, true],
      [s.pen, true],
      [untyped, false],
      [unsupplied, false],
      [wrongKind, false],
    ]),
  );
  for (const product of [untyped, unsupplied, wrongKind]) {
    const answer = await s.people.siteUser.call(api.createRequest, {
      body: s.order({ products: [s.line(s.tablet), s.line(product)] }),
    });
    expect([answer.status, answer.code, answer.message]).toEqual([
      400,
      'shipment.cannot_be_fulfilled',
      'Request cannot be fulfilled.',
    ]);
  }
});

test('SHC-24 OPS-73 the same product for the same subject is refused while a request is active, and free again when it has ended', async () => {
  const s = await openShipments();
  const body = s.order({ participants: [s.subject('123-456'), s.subject('123-457')] });
  const [srId] = (await s.people.siteUser.call(api.createRequest, { body })).reply.srIds as [number];
  const again = () =>
    s.people.siteUser.call(api.createRequest, { body: s.order({ participants: [s.subject('123-457')] }) });
  for (const status of ['preprocessing', 'processing', 'shipped']) {
    await s.put(srId, { status });
    const answer = await again();
    expect([answer.status, answer.message]).toEqual([400, 'Request contains the same product as an active shipment.']);
  }
  const otherProduct = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ participants: [s.subject('123-457')], products: [s.line(s.pen)] }),
  });
  expect(otherProduct.status).toBe(200);
  await s.put(srId, { status: 'received' });
  expect((await again()).status).toBe(200);
});

test('SHC-24 OPS-73 of several subject numbers the refusal names those that have one of the products under way', async () => {
  const s = await openShipments();
  await s.aRequest({ participants: [s.subject('123-456'), s.subject('717-919', s.ada)] });
  const answer = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ participants: [s.subject('123-457'), s.subject('717-919', s.ada), s.subject('123-456')] }),
  });
  const said = 'A shipment that is under way has one of these products for this subject number.';
  expect([answer.status, answer.message, answer.fields]).toEqual([
    400,
    'Request contains the same product as an active shipment.',
    { 'participants.1.subjectNumber': said, 'participants.2.subjectNumber': said },
  ]);
});

test('OPS-73 PKG-14 what was shipped instead is under way, and what it stands in for is not', async () => {
  const s = await openShipments();
  const strong = await s.aProduct(s.companyId, s.trialId, {
    drug_name: (
      await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [s.tablet])
    )[0]?.drug,
    dosage_form: '100 mg tablet',
  });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, strong);
  const participants = [s.subject('123-458')];
  const srId = await s.aRequest({ participants });
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: {
      srId,
      packages: [s.package_([s.item(strong)])],
      replacements: [{ oldProductId: s.tablet, newProductId: strong, quantity: 4, daysOfSupply: 30 }],
    },
  });
  expect(shipped.status).toBe(200);
  const ask = (productId: number) =>
    s.people.siteUser.call(api.createRequest, { body: s.order({ participants, products: [s.line(productId)] }) });
  expect((await ask(strong)).code).toBe('shipment.same_product');
  expect((await ask(s.tablet)).status).toBe(200);
});

test('OPS-73 a participant stays the same person under another number, and whoever gets the old one is somebody else', async () => {
  const s = await openShipments();
  const person = async (subject_number: string) =>
    (
      await s.people.siteUser.call(addParticipant, {
        body: { fname: 'Ada', lname: 'Byron', g_id: s.siteId, dob: '1980-03-05', gender: 1, subject_number },
      })
    ).reply.participantId;
  const ask = (participantId: number, subjectNumber: string) =>
    s.people.siteUser.call(api.createRequest, {
      body: s.order({ participants: [{ participantId, subjectNumber, fname: 'Ada', lname: 'Byron' }] }),
    });
  const first = await person('700-001');
  expect((await ask(first, '700-001')).status).toBe(200);
  await s.rows(`update participant set subject_number = '700-002' where participant_id = $1`, [first]);
  expect((await ask(first, '700-002')).code).toBe('shipment.same_product');
  const second = await person('700-001');
  expect((await ask(second, '700-001')).status).toBe(200);
});

test('SHC-26 OPS-75 a second request without participants is refused while one is active; fulfilment is checked first, "same" last', async () => {
  const s = await openShipments();
  const unsupplied = await s.aProduct(s.companyId, s.trialId);
  const ask = (over: Record<string, unknown>) => s.people.siteUser.call(api.createRequest, { body: s.order(over) });
  const first = await ask({});
  const [srId] = first.reply.srIds as [number];
  expect(
    (await ask({ products: [s.line(s.tablet), s.line(unsupplied)], dateRequired: '2020-01-01' })).fields,
  ).toHaveProperty('dateRequired');
  expect((await ask({ products: [s.line(s.tablet), s.line(unsupplied)] })).code).toBe('shipment.cannot_be_fulfilled');
  const again = await ask({ products: [s.line(s.pen)] });
  expect([again.status, again.message]).toEqual([400, 'duplicate zero participant request']);
  expect((await ask({ participants: [s.subject('123-456')] })).status).toBe(200);
  await s.put(srId, { status: 'cancelled' });
  expect((await ask({})).status).toBe(200);
});

test('OPS-27 ROL-24 a site that is not fully configured, or whose trial does not ship, cannot ask', async () => {
  const s = await openShipments();
  const ask = () => s.people.admin.call(api.createRequest, { body: s.order() });
  await s.rows('update care_group set has_shipping = false where care_group_id = $1', [s.trialId]);
  expect((await ask()).code).toBe('shipment.shipping_off');
  for (const groupId of [s.trialId, s.siteId]) {
    await s.rows('update care_group set has_shipping = true, is_configured = (care_group_id <> $1)', [groupId]);
    expect([(await ask()).code, (await ask()).status]).toEqual(['shipment.site_not_ready', 400]);
  }
  await s.rows('update care_group set is_configured = true');
  expect((await s.people.admin.call(api.createRequest, { body: s.order({ gId: s.trialId }) })).status).toBe(404);
  expect((await ask()).status).toBe(200);
});

test('OPS-89 SHC-02 ordering again removes the reminder of the earlier request; one of another site is out of sight', async () => {
  const s = await openShipments();
  const earlier = await s.aRequest({}, { status: 'received' });
  const elsewhere = await s.people.siteUserElsewhere.call(api.createRequest, { body: s.order({ gId: s.otherSiteId }) });
  const before = await s.fingerprint();
  for (const reorderSrId of [elsewhere.reply.srIds[0], 99_999]) {
    expect((await s.people.admin.call(api.createRequest, { body: s.order({ reorderSrId }) })).status).toBe(404);
  }
  expect(await s.fingerprint()).toBe(before);
  const again = await s.people.siteUser.call(api.createRequest, { body: s.order({ reorderSrId: earlier }) });
  expect([again.status, again.message]).toEqual([200, undefined]);
  const { reply } = await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
  expect(reply.orderReminders.map((reminder) => reminder.srId)).toEqual(again.reply.srIds);
});

test('OPS-89 a reminder stays for whoever is not ordered for again, and goes with the order for the last of them who is active', async () => {
  const s = await openShipments();
  const bob = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-930' });
  const cleo = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-931' });
  const [ada, known, inactive, unknown] = [
    s.subject('717-919', s.ada),
    s.subject('717-930', bob),
    s.subject('717-931', cleo),
    s.subject('123-456'),
  ];
  const earlier = await s.aRequest({ participants: [ada, known, inactive, unknown] }, { status: 'received' });
  await s.rows('update participant set is_active = false where participant_id = $1', [cleo]);
  const again = async (participants: unknown[], products = [s.line(s.tablet)]) => {
    const srId = await s.aRequest({ participants, products, reorderSrId: earlier });
    const { reply } = await s.people.siteUser.call(api.listReminders, { query: { gId: s.siteId } });
    return [srId, reply.orderReminders.some((reminder) => reminder.srId === earlier)] as const;
  };
  expect((await again([s.subject('123-457')]))[1]).toBe(true);
  const [cancelled, afterPart] = await again([ada, known]);
  expect(afterPart).toBe(true);
  await s.put(cancelled, { status: 'cancelled' });
  expect((await again([unknown]))[1]).toBe(true);
  expect((await again([ada]))[1]).toBe(true);
  expect((await again([known]))[1]).toBe(false);
  // Of a reminder that is set anew, those count who are ordered for from then on.
  const day = addDays(s.today, 5);
  expect((await s.people.siteUser.call(api.setReminder, { body: { srId: earlier, nextOrderDate: day } })).status).toBe(
    200,
  );
  expect((await again([ada], [s.line(s.pen)]))[1]).toBe(true);
});

/** Orders again of a site, that it and its pharmacy cancel, and what comes due there. */
async function openReorders() {
  const s = await openShipments();
  const { siteUser, pharmacist } = s.people;
  const otherTablet = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, otherTablet);
  const ada = s.subject('717-919', s.ada);
  const due = async () =>
    (await siteUser.call(api.listReminders, { query: { gId: s.siteId } })).reply.orderReminders.map(
      ({ srId, nextOrderDate }) => [srId, nextOrderDate],
    );
  const again = (reorderSrId: number, participants = [ada], products = [s.line(s.tablet)]) =>
    s.aRequest({ participants, products, reorderSrId, nextOrderDate: addDays(s.today, 40) });
  const cancelBySite = async (srId: number) =>
    (await siteUser.call(api.moveBySite, { body: { srId, gId: s.siteId, status: 'cancelled' } })).status;
  const cancelByPharmacy = async (srId: number) =>
    (await pharmacist.call(api.moveByPharmacy, { body: { srId, status: 'cancelled' } })).status;
  return { ...s, otherTablet, subjectAda: ada, due, again, cancelBySite, cancelByPharmacy };
}

test('OPS-89 when an order again is cancelled, by the site or by the pharmacy, the reminder that it removed stands again on its day, recorded and told to the site', async () => {
  onItsOwn();
  const s = await openReorders();
  const day = addDays(s.today, 10);
  const earlier = await s.aRequest({ participants: [s.subjectAda], nextOrderDate: day }, { status: 'received' });
  for (const [cancel, by] of [
    [s.cancelBySite, s.people.siteUser],
    [s.cancelByPharmacy, s.people.pharmacist],
  ] as const) {
    const again = await s.again(earlier);
    expect(await s.due()).toEqual([[again, addDays(s.today, 40)]]);
    await s.rows('delete from event');
    expect(await cancel(again)).toBe(200);
    expect(await s.due()).toEqual([[earlier, day]]);
    const recorded = `select actor_id, changes, reason from audit_entry
      where action = 'shipment.reminder_set' and record_id = $1 order by seq desc limit 1`;
    expect(await s.rows(recorded, [String(earlier)])).toEqual([
      {
        actor_id: by.providerId,
        changes: [{ field: 'reminder_on', old: null, new: day }],
        reason: 'Cancel Request',
      },
    ]);
    expect(await s.rows("select payload from event where payload->>'id' = $1", [String(earlier)])).toEqual([
      { payload: { id: earlier, careGroupId: s.siteId } },
    ]);
    expect((await s.stateOf(earlier)).version).toBe(1);
  }
});

test('OPS-89 the reminder of a request of another pharmacy, or of one for nobody in particular, stands again as well, on whatever day it had', async () => {
  const s = await openReorders();
  const [day, past] = [addDays(s.today, 10), addDays(s.today, -3)];
  const nobodys = await s.aRequest({ participants: [], nextOrderDate: day }, { status: 'received' });
  const ofNobody = await s.again(nobodys, []);
  expect(await s.cancelBySite(ofNobody)).toBe(200);
  const hers = await s.aRequest({ participants: [s.subjectAda] }, { status: 'received' });
  await s.rows(
    'update shipment_request set partner_id = $2, reminder_on = $3, next_order_on = $3 where request_id = $1',
    [hers, s.otherPharmacyId, past],
  );
  const ofAda = await s.again(hers);
  // Until she is active again nothing comes due for her.
  await s.rows('update participant set is_active = false where participant_id = $1', [s.ada]);
  expect(await s.cancelByPharmacy(ofAda)).toBe(200);
  expect(await s.due()).toEqual([[nobodys, day]]);
  await s.rows('update participant set is_active = true where participant_id = $1', [s.ada]);
  expect(await s.due()).toEqual([
    [hers, past],
    [nobodys, day],
  ]);
});

test('OPS-89 REM-03 a reminder that was dismissed, before it was ordered again, after it, or after it was set anew, and that of a cancelled request, stays away', async () => {
  const s = await openReorders();
  const { siteUser } = s.people;
  const earlier = (subjectNumber: string, state = { status: 'received' }) =>
    s.aRequest({ participants: [s.subject(subjectNumber)] }, state);
  const dismiss = async (srId: number) =>
    expect((await siteUser.call(api.dismissReminder, { query: { srId } })).status).toBe(200);
  const dismissed = await earlier('717-931');
  await dismiss(dismissed);
  const setAnew = await earlier('717-932');
  const cancelled = await earlier('717-933', { status: 'preprocessing' });
  const late = await earlier('717-934');
  const made = [
    await s.again(dismissed, [s.subject('717-931')]),
    await s.again(setAnew, [s.subject('717-932')]),
    await s.again(cancelled, [s.subject('717-933')], [s.line(s.otherTablet)]),
    await s.again(late, [s.subject('717-934')]),
  ];
  // By a page that asked before.
  await dismiss(late);
  const nextOrderDate = addDays(s.today, 5);
  expect((await siteUser.call(api.setReminder, { body: { srId: setAnew, nextOrderDate } })).status).toBe(200);
  await dismiss(setAnew);
  expect(await s.cancelBySite(cancelled)).toBe(200);
  for (const srId of made) expect(await s.cancelBySite(srId)).toBe(200);
  expect(await s.due()).toEqual([]);
});

test('OPS-89 a reminder stands again only for whom no other order again of the product is left', async () => {
  const s = await openReorders();
  const day = addDays(s.today, 10);
  const both = [s.subjectAda, s.subject('717-930')];
  const earlier = await s.aRequest({ participants: both, nextOrderDate: day }, { status: 'received' });
  const first = await s.again(earlier, [s.subjectAda]);
  await s.put(first, { status: 'received' });
  const second = await s.again(earlier, both);
  const dueEarlier = async () => (await s.due()).filter(([srId]) => srId === earlier);
  expect([await s.cancelBySite(second), await dueEarlier()]).toEqual([200, [[earlier, day]]]);
  // The rest is ordered again, and then nobody is left.
  const rest = await s.again(earlier, [s.subject('717-930')]);
  expect(await dueEarlier()).toEqual([]);
  // The first one was for her as well.
  const third = await s.again(earlier, [s.subjectAda]);
  expect([await s.cancelBySite(third), await dueEarlier()]).toEqual([200, []]);
  expect([await s.cancelBySite(rest), await dueEarlier()]).toEqual([200, [[earlier, day]]]);
});

test('OPS-89 OPS-70 of an order again that went to two partners, for somebody or for nobody in particular, one is cancelled: the reminder stands again for its product', async () => {
  const s = await openReorders();
  const day = addDays(s.today, 10);
  for (const participants of [[s.subjectAda], []]) {
    const lines = [s.line(s.tablet), s.line(s.pen)];
    const made = await s.people.siteUser.call(api.createRequest, {
      body: s.order({ participants, products: lines, nextOrderDate: day }),
    });
    expect([made.status, made.reply.srIds.length]).toEqual([200, 2]);
    for (const srId of made.reply.srIds) await s.put(srId, { status: 'received' });
    const [earlier, ofPens] = made.reply.srIds as [number, number];
    expect((await s.people.siteUser.call(api.dismissReminder, { query: { srId: ofPens } })).status).toBe(200);
    const again = await s.people.siteUser.call(api.createRequest, {
      body: s.order({ participants, products: lines, reorderSrId: earlier, nextOrderDate: addDays(s.today, 40) }),
    });
    expect([again.status, again.reply.srIds.length]).toEqual([200, 2]);
    const [tablets, pens] = again.reply.srIds as [number, number];
    const dueEarlier = async () => (await s.due()).filter(([srId]) => srId === earlier);
    expect(await dueEarlier()).toEqual([]);
    expect(await s.cancelBySite(tablets)).toBe(200);
    expect(await dueEarlier()).toEqual([[earlier, day]]);
    await s.put(pens, { status: 'received' });
    const rest = await s.again(earlier, participants);
    expect(await dueEarlier()).toEqual([]);
    await s.put(rest, { status: 'received' });
  }
});

test('OPS-89 OPS-70 the products of the other partner of the earlier order are missed as well, when they are cancelled alone', async () => {
  const s = await openReorders();
  const day = addDays(s.today, 10);
  const products = [s.line(s.tablet), s.line(s.pen)];
  const make = async (over: object) => {
    const body = s.order({ participants: [s.subjectAda], products, ...over });
    return (await s.people.siteUser.call(api.createRequest, { body })).reply.srIds as [number, number];
  };
  const [earlier, ofPens] = await make({ nextOrderDate: day });
  for (const srId of [earlier, ofPens]) await s.put(srId, { status: 'received' });
  const [, pens] = await make({ reorderSrId: earlier, nextOrderDate: addDays(s.today, 40) });
  expect(await s.cancelBySite(pens)).toBe(200);
  expect((await s.due()).filter(([srId]) => srId === earlier)).toEqual([[earlier, day]]);
});

test('OPS-89 an order again that is cancelled puts no reminder back for a product that the earlier order never had', async () => {
  const s = await openReorders();
  const bob = s.subject(
    '717-930',
    await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-930' }),
  );
  const participants = [s.subjectAda, bob];
  const earlier = await s.aRequest({ participants, nextOrderDate: addDays(s.today, 10) }, { status: 'received' });
  const dueEarlier = async () => (await s.due()).filter(([srId]) => srId === earlier);
  await s.put(await s.again(earlier, participants), { status: 'received' });
  expect(await dueEarlier()).toEqual([]);
  const pens = await s.again(earlier, participants, [s.line(s.pen)]);
  expect([await s.cancelBySite(pens), await dueEarlier()]).toEqual([200, []]);
});

test('OPS-89 REL-08 of all orders again cancelled at once the reminder stands again, not where one is made or it is dismissed meanwhile', async () => {
  onItsOwn();
  const s = await openReorders();
  const { siteUser } = s.people;
  const meanwhile = ['nothing', 'ordered', 'dismissed'] as const;
  const all = [];
  for (let n = 0; n < 12; n += 1) {
    const participants = [s.subject(`717-${940 + n}`)];
    const earlier = await s.aRequest({ participants }, { status: 'received' });
    const orders = [
      await s.again(earlier, participants),
      await s.again(earlier, participants, [s.line(s.pen)]),
    ] as const;
    all.push({ earlier, orders, participants, also: meanwhile[n % 3] as (typeof meanwhile)[number] });
  }
  const answers = await Promise.all(
    all.flatMap(({ earlier: srId, orders: [one, other], participants, also }) => {
      const body = s.order({ participants, reorderSrId: srId, products: [s.line(s.otherTablet)] });
      const besides = {
        nothing: () => [],
        ordered: () => [siteUser.call(api.createRequest, { body })],
        dismissed: () => [siteUser.call(api.dismissReminder, { query: { srId } })],
      };
      return [
        s.cancelByPharmacy(one),
        s.cancelBySite(other),
        ...besides[also]().map(async (answer) => (await answer).status),
      ];
    }),
  );
  expect(answers).toEqual(answers.map(() => 200));
  const due = (await s.due()).map(([srId]) => srId);
  expect(all.filter(({ earlier }) => due.includes(earlier))).toEqual(all.filter(({ also }) => also === 'nothing'));
});

test('OPS-89 REL-08 an order again that is cancelled while another one removes the reminder is not taken for one that stands', async () => {
  const s = await openReorders();
  const day = addDays(s.today, 10);
  const participants = [s.subjectAda, s.subject('717-930')];
  const earlier = await s.aRequest({ participants, nextOrderDate: day }, { status: 'received' });
  const again = await s.again(earlier, [s.subjectAda]);
  const { cancelling } = await s.app.database.asSystem(async (tx) => {
    // As an order again for the other one does, which saw this one.
    inPlaceOfAct(tx);
    await tx
      .updateTable('shipment_request')
      .set({ reminder_on: null, reminder_was_on: day })
      .where('request_id', '=', earlier)
      .execute();
    const cancelled = s.cancelByPharmacy(again);
    await somebodyWaits(s);
    return { cancelling: cancelled };
  });
  expect([await cancelling, await s.due()]).toEqual([200, [[earlier, day]]]);
});

test('OPS-89 REM-02 a reminder that was set anew, or moved since it stands again, stays on that day when another order again is cancelled', async () => {
  const s = await openReorders();
  const participants = [s.subjectAda, s.subject('717-930')];
  const move = async (srId: number, days: number) => {
    const body = { srId, nextOrderDate: addDays(s.today, days) };
    expect((await s.people.siteUser.call(api.setReminder, { body })).status).toBe(200);
  };
  const earlier = await s.aRequest({ participants }, { status: 'received' });
  const [first, second] = [await s.again(earlier), await s.again(earlier, participants, [s.line(s.pen)])];
  await move(earlier, 5);
  expect([await s.cancelBySite(first), (await s.due())[0]]).toEqual([200, [earlier, addDays(s.today, 5)]]);
  const third = await s.again(earlier, participants, [s.line(s.otherTablet)]);
  expect([await s.cancelBySite(third), (await s.due())[0]]).toEqual([200, [earlier, addDays(s.today, 5)]]);
  await move(earlier, 8);
  expect([await s.cancelBySite(second), (await s.due())[0]]).toEqual([200, [earlier, addDays(s.today, 8)]]);
});

test('REL-06 APS-10 twenty equal submits with one key make one request and get one answer; another body is refused', async () => {
  onItsOwn();
  const s = await openShipments();
  const headers = { 'idempotency-key': 'one-intention-of-a-person' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => s.people.siteUser.call(api.createRequest, { body: s.order(), headers })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect(await s.rows('select request_id from shipment_request')).toHaveLength(1);
  const other = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ products: [s.line(s.pen)] }),
    headers,
  });
  expect(other.status).toBe(422);
});

test('REL-08 OPS-73 OPS-75 of twenty equal submits at once without a key exactly one makes a request', async () => {
  onItsOwn();
  const s = await openShipments();
  for (const [participants, message] of [
    [[], 'duplicate zero participant request'],
    [[s.subject('123-456')], 'Request contains the same product as an active shipment.'],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => s.people.siteUser.call(api.createRequest, { body: s.order({ participants }) })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.message))).toEqual(
      new Set([message]),
    );
  }
  expect(await s.rows('select request_id from shipment_request')).toHaveLength(2);
});

test('REL-02 P11-12 a submit for two partners that fails at its end leaves nothing', async () => {
  const s = await openShipments();
  const before = await s.fingerprint();
  await s.rows('alter table event rename to event_away');
  const answer = await s.people.siteUser.call(api.createRequest, {
    body: s.order({ products: [s.line(s.tablet), s.line(s.pen)] }),
  });
  expect([answer.status, answer.message]).toEqual([500, 'Unable to make request']);
  await s.rows('alter table event_away rename to event');
  expect(await s.fingerprint()).toBe(before);
  expect(
    (
      await s.people.siteUser.call(api.createRequest, {
        body: s.order({ products: [s.line(s.tablet), s.line(s.pen)] }),
      })
    ).status,
  ).toBe(200);
});

test('P11-09 P11-13 each new request has one audit entry with everything it began with, and is announced by number alone', async () => {
  onItsOwn();
  const s = await openShipments();
  await s.rows(`update product set drug_name = 'Aurelix' where product_id = $1`, [s.tablet]);
  const srId = await s.aRequest({ participants: [s.subject('717-919', s.ada)] });
  const entries = await s.rows<{ action: string; actor_id: number; changes: { field: string }[]; at: Date }>(
    "select action, actor_id, changes, at from audit_entry where record_kind = 'shipment_request' and record_id = $1",
    [String(srId)],
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: 'shipment.created', actor_id: s.people.siteUser.providerId });
  expect(entries[0]!.changes.find(({ field }) => field === 'products')).toEqual({
    field: 'products',
    new: [
      {
        product_id: s.tablet,
        drug_name: 'Aurelix',
        dosage_form: '50 mg tablet',
        quantity: 4,
        quantity_unit: 'Bottle',
        days_of_supply: 30,
        directions: 'Take one daily',
        label: '',
      },
    ],
  });
  expect(entries[0]!.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining([
      'status',
      'site_id',
      'partner_id',
      'products',
      'participants',
      'address',
      'required_on',
      'next_order_on',
    ]),
  );
  const events = await s.rows('select type, payload from event');
  expect(events).toEqual([
    {
      type: 'shipment.changed',
      payload: {
        id: srId,
        careGroupId: s.siteId,
        partnerId: s.pharmacyId,
        mail: { step: 'preprocessing', by: s.people.siteUser.providerId, host: 'localhost' },
      },
    },
  ]);
});

test('SEC-25 SEC-27 APS-10 a body that is wrong in any one field is a 400 and writes nothing', async () => {
  const s = await openShipments();
  const good = s.order({
    participants: [{ participantId: s.ada, subjectNumber: '717-919', fname: 'A', lname: 'B' }],
    prescriberId: await s.aPerson('Site User', { company_id: s.companyId, is_prescriber: true }, [s.siteId]),
    isBatchShipment: 0,
    reorderSrId: await s.aRequest({}, { status: 'received' }),
    products: [s.line(s.tablet, { label: 'x' })],
  });
  const before = await s.fingerprint();
  for (const { path, body } of spoiled(good)) {
    const answer = await s.people.siteUser.call(api.createRequest, { body });
    expect(`${path} ${answer.status}`).toBe(`${path} 400`);
    expect(Object.keys(answer.fields).some((field) => field.startsWith(path) || path.startsWith(field))).toBe(true);
  }
  for (const field of ['status', 'version', 'submission', 'requesterId', 'srId', 'createdAt', 'partnerId']) {
    const answer = await s.people.siteUser.call(api.createRequest, { body: s.order({ [field]: 1 }) });
    expect([answer.status, answer.fields]).toEqual([400, { [field]: 'is not a field of this call' }]);
  }
  expect(await s.fingerprint()).toBe(before);
  expect((await s.people.siteUser.call(api.createRequest, { body: good })).status).toBe(200);
});
