import { dayAsShown } from '@portal/contract/lots/rules.ts';
import { addParticipant, changeParticipant, setParticipantStatus } from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments, type Shipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { somebodyWaits } from '#test/waits.ts';

const linesOf = async (s: Shipments, srId: number) =>
  (await s.people.pharmacist.call(api.readForPharmacy, { query: { srId } })).reply.request.products;

test('SHF-07 SHF-08 SST-05 PKG-01 PKG-03 APS-17 APS-26 OPS-82 a pharmacy ships in packages: courier and tracking number in upper case, shipped today', async () => {
  const s = await openShipments();
  const gel = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, gel);
  const srId = await s.aRequest({ products: [s.line(s.tablet), s.line(gel, { quantity: 2 })] });
  const [tabletLine, gelLine] = await linesOf(s, srId);
  const packages = [
    s.package_([
      s.item(s.tablet, { quantity: 3, orderItemId: tabletLine!.orderItemId }),
      s.item(s.tablet, { quantity: 1, lotNumber: 'L2' }),
    ]),
    s.package_([s.item(gel, { quantity: 2, orderItemId: gelLine!.orderItemId })], {
      courier: 'quick post',
      trackingNumber: 'zz-9y',
    }),
  ];
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: { srId, packages, replacements: [], version: 1 },
  });
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  expect(shipped.reply).toMatchObject({ srId, status: 'shipped', version: 2 });
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  const days = {
    itemId: expect.any(Number) as number,
    expirationDate: addDays(s.today, 1),
    lotExpirationDate: null,
    recalledAt: null,
    condition: null,
  };
  expect(reply.request).toMatchObject({ status: 'shipped', dateShipped: s.today, dateOfStatusChange: s.today });
  expect(reply.request.packages).toEqual([
    {
      courier: 'SWIFT',
      trackingNumber: 'AB-1',
      items: [
        { productId: s.tablet, quantity: 3, lotNumber: 'L1', ...days, orderItemId: tabletLine!.orderItemId },
        { productId: s.tablet, quantity: 1, lotNumber: 'L2', ...days, orderItemId: tabletLine!.orderItemId },
      ],
    },
    {
      courier: 'QUICK POST',
      trackingNumber: 'ZZ-9Y',
      items: [{ productId: gel, quantity: 2, lotNumber: 'L1', ...days, orderItemId: gelLine!.orderItemId }],
    },
  ]);
  expect(reply.request.history.map((step) => step.status)).toEqual(['preprocessing', 'shipped']);
  const entries = await s.rows<{ changes: { field: string }[] }>(
    "select changes from audit_entry where action = 'shipment.shipped'",
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]!.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['status', 'shipped_on', 'packages']),
  );
});

test('SHF-09 APS-34 ROL-29 ROL-30 a wholesaler ships its own', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({ products: [s.line(s.pen)] }, { status: 'processing' });
  const shipped = await s.people.wholesaler.call(api.shipByWholesaler, {
    body: { srId, packages: [s.package_([s.item(s.pen)])] },
  });
  expect([shipped.message, shipped.reply]).toMatchObject([undefined, { status: 'shipped' }]);
});

test('SHF-09 who is of no partner, or of the other kind of partner, ships nothing', async () => {
  const s = await openShipments();
  const srId = await s.aRequest({}, { status: 'processing' });
  const body = { srId, packages: [s.package_([s.item(s.tablet)])] };
  const before = await s.fingerprint();
  const { siteUser, admin, sponsor, wholesaler, pharmacist } = s.people;
  const refused = [
    ...[siteUser, admin, sponsor].flatMap((person) => [
      person.call(api.shipByPharmacy, { body }),
      person.call(api.shipByWholesaler, { body }),
    ]),
    wholesaler.call(api.shipByPharmacy, { body }),
    pharmacist.call(api.shipByWholesaler, { body }),
  ];
  for (const answer of await Promise.all(refused)) expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
  expect(await s.fingerprint()).toBe(before);
  expect((await pharmacist.call(api.shipByPharmacy, { body })).status).toBe(200);
});

test('OPS-82 P11-20 shipping is accepted from preprocessing and processing alone', async () => {
  const s = await openShipments();
  for (const status of shipmentStatus.options) {
    const srId = await s.aRequest({}, { status });
    const before = await s.fingerprint();
    const answer = await s.people.pharmacist.call(api.shipByPharmacy, {
      body: { srId, packages: [s.package_([s.item(s.tablet)])] },
    });
    const may = ['preprocessing', 'processing'].includes(status);
    expect([status, answer.status]).toEqual([status, may ? 200 : 409]);
    expect((await s.fingerprint()) === before).toBe(!may);
  }
});

test('PKG-02 PKG-04 PKG-05 PKG-06 PKG-07 PKG-08 OPS-86 what the package step refuses, the server refuses and names', async () => {
  const s = await openShipments();
  const gel = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, gel);
  const srId = await s.aRequest();
  const two = await s.aRequest({ products: [s.line(s.tablet), s.line(gel)] });
  const one = (over: Record<string, unknown>, box = {}) => ({
    srId,
    packages: [s.package_([s.item(s.tablet, over)], box)],
  });
  const [foreign] = await linesOf(s, two);
  const cases: [Record<string, unknown>, Record<string, string>][] = [
    [one({}, { courier: ' ' }), { 'packages.0.courier': 'Courier is required' }],
    [one({}, { trackingNumber: '' }), { 'packages.0.trackingNumber': 'Tracking number is required' }],
    [one({ lotNumber: '' }), { 'packages.0.items.0.lotNumber': 'Lot number is required' }],
    [one({ expirationDate: '' }), { 'packages.0.items.0.expirationDate': 'Expiration date is required' }],
    [one({ expirationDate: s.today }), { 'packages.0.items.0.expirationDate': 'Date must be in the future.' }],
    [one({ quantity: 0 }), { 'packages.0.items.0.quantity': 'Quantity must be above 0.' }],
    [one({ quantity: 5 }), { 'packages.0.items.0.quantity': 'Quantity limit exceeded' }],
    [
      { srId, packages: [s.package_([s.item(s.tablet)]), s.package_([s.item(s.tablet, { quantity: 1 })])] },
      { 'packages.1.items.0.quantity': 'Quantity limit exceeded' },
    ],
    [{ srId, packages: [] }, { packages: 'is required' }],
    [{ srId, packages: [s.package_([])] }, { 'packages.0.items': 'is required' }],
    [
      { srId: two, packages: [s.package_([s.item(s.tablet)])] },
      { packages: 'Every requested product must be in at least one package.' },
    ],
  ];
  const before = await s.fingerprint();
  for (const [body, fields] of cases) {
    const answer = await s.people.pharmacist.call(api.shipByPharmacy, { body });
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  }
  for (const body of [
    one({ productId: gel }),
    one({ productId: s.theirs.tablet }),
    one({ orderItemId: foreign!.orderItemId }),
    one({ orderItemId: 99_999 }),
  ]) {
    const answer = await s.people.pharmacist.call(api.shipByPharmacy, { body });
    expect([answer.status, answer.code]).toEqual([400, 'shipment.wrong_line']);
  }
  for (const { path, body } of spoiled({
    ...one({ orderItemId: 1 }),
    replacements: [{ oldProductId: 1, newProductId: 2, quantity: 1, daysOfSupply: 1, directions: 'x' }],
  })) {
    const answer = await s.people.pharmacist.call(api.shipByPharmacy, { body });
    expect(`${path} ${answer.status}`).toBe(`${path} 400`);
  }
  expect(await s.fingerprint()).toBe(before);
});

test('PKG-07 PKG-08 SHF-07 what goes out short is refused where the packer says that it is not, kept where they say so, and taken from a call that says nothing', async () => {
  onItsOwn();
  const s = await openShipments();
  const [srId, silent, complete] = [await s.aRequest(), await s.aRequest(), await s.aRequest()];
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  const ship = (id: number, quantity: number, over: object) =>
    s.people.pharmacist.call(api.shipByPharmacy, {
      body: { srId: id, packages: [s.package_([s.item(s.tablet, { quantity })])], ...over },
    });
  const before = await s.fingerprint();
  const sentence = `${drug} is 1 short. Pack what is missing, or confirm that the shipment is short.`;
  const refused = await ship(srId, 3, { isShort: 0 });
  expect([refused.status, refused.fields]).toEqual([400, { isShort: sentence }]);
  expect(await s.fingerprint()).toBe(before);
  expect((await ship(srId, 3, { isShort: 1 })).status).toBe(200);
  expect((await ship(silent, 2, {})).status).toBe(200);
  expect((await ship(complete, 4, { isShort: 0 })).status).toBe(200);
  const entries = await s.rows<{ record_id: string; short: unknown }>(
    `select record_id, jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "short").new') as short
     from audit_entry where action = 'shipment.shipped' order by seq`,
  );
  const tablets = {
    product_id: s.tablet,
    drug_name: drug,
    dosage_form: '50 mg tablet',
    quantity_unit: 'Bottle',
  };
  expect(entries).toEqual([
    { record_id: String(srId), short: [{ ...tablets, missing: 1 }] },
    { record_id: String(silent), short: [{ ...tablets, missing: 2 }] },
    { record_id: String(complete), short: null },
  ]);
});

/** A request of Ada for the tablet, and another one under way for what can stand in for it, at the given partner. */
async function aStandInUnderWay(s: Shipments, partnerId: number) {
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  const fields = { drug_name: drug, dosage_form: '100 mg tablet', wholesaler_supplied: true };
  const strong = await s.aProduct(s.companyId, s.trialId, fields);
  await s.supply(s.companyId, s.siteId, partnerId, strong);
  const ada = s.subject('717-919', s.ada);
  const srId = await s.aRequest({ participants: [ada, s.subject('900-001'), s.subject('900-002')] });
  const other = await s.aRequest({ participants: [ada, s.subject('900-002')], products: [s.line(strong)] });
  const ship = (over: object, newProductId = strong) =>
    s.people.pharmacist.call(api.shipByPharmacy, {
      body: {
        srId,
        packages: [s.package_([s.item(newProductId)])],
        replacements: [{ oldProductId: s.tablet, newProductId, quantity: 4, daysOfSupply: 30 }],
        ...over,
      },
    });
  return { drug, strong, srId, other, ship };
}

test('SHF-07 OPS-73 a replacement that another shipment under way has for the same participants is refused where the packer has not said so, kept where they have, and taken from a call that says nothing', async () => {
  onItsOwn();
  const s = await openShipments();
  const { drug, strong, srId, other, ship } = await aStandInUnderWay(s, s.pharmacyId);
  const before = await s.fingerprint();
  const has = (number: string) => `Request ${other}, which is under way, has ${drug}, 100 mg tablet for ${number}.`;
  const sentence = `${has('717-919')} ${has('900-002')} Choose another replacement, or confirm that it is sent.`;
  const refused = await ship({ isDouble: 0 });
  expect([refused.status, refused.fields]).toEqual([400, { isDouble: sentence }]);
  expect(await s.fingerprint()).toBe(before);
  expect((await ship({ isDouble: 1 })).status).toBe(200);
  const line = { product_id: strong, drug_name: drug, dosage_form: '100 mg tablet', request_id: other };
  const kept = async (id: number) =>
    await s.rows(
      `select jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "double").new') as double
       from audit_entry where action = 'shipment.shipped' and record_id = $1`,
      [String(id)],
    );
  expect(await kept(srId)).toEqual([
    {
      double: [
        { ...line, subject_number: '717-919' },
        { ...line, subject_number: '900-002' },
      ],
    },
  ]);
});

test('PRV-04 SHF-07 of what another partner sends to the same participant a pharmacy reads only that it is under way, and a wholesaler no more of its own', async () => {
  const s = await openShipments();
  const { drug, ship } = await aStandInUnderWay(s, s.wholesalerId);
  const said = `Another shipment under way has ${drug}, 100 mg tablet. Choose another replacement, or confirm that it is sent.`;
  expect((await ship({ isDouble: 0 })).fields).toEqual({ isDouble: said });

  const [{ name }] = (await s.rows<{ name: string }>('select drug_name as name from product where product_id = $1', [
    s.pen,
  ])) as [{ name: string }];
  const fields = { drug_name: name, dosage_form: 'Big pen', pharmacy_supplied: false, wholesaler_supplied: true };
  const bigPen = await s.aProduct(s.companyId, s.trialId, fields);
  await s.supply(s.companyId, s.siteId, s.wholesalerId, bigPen);
  const participants = [s.subject('900-003')];
  const srId = await s.aRequest({ participants, products: [s.line(s.pen)] });
  await s.aRequest({ participants, products: [s.line(bigPen)] });
  const byWholesaler = await s.people.wholesaler.call(api.shipByWholesaler, {
    body: {
      srId,
      packages: [s.package_([s.item(bigPen)])],
      replacements: [{ oldProductId: s.pen, newProductId: bigPen, quantity: 4, daysOfSupply: 30 }],
      isDouble: 0,
    },
  });
  expect(byWholesaler.fields).toEqual({
    isDouble: `Another shipment under way has ${name}, Big pen. Choose another replacement, or confirm that it is sent.`,
  });
});

test('SHF-07 OPS-73 a replacement is asked about only while the other shipment is under way with that very product for the same subject', async () => {
  const s = await openShipments();
  const { other, ship } = await aStandInUnderWay(s, s.pharmacyId);
  await s.put(other, { status: 'received' });
  expect((await ship({ isDouble: 0 })).status).toBe(200);
});

test('SHF-07 OPS-68 OPS-73 a replacement is asked about of whoever has the number now by which alone the request was made, and of whoever was given it, under their number of now', async () => {
  const s = await openShipments();
  const { drug, strong } = await aStandInUnderWay(s, s.pharmacyId);
  const add = async (subject_number: string) =>
    (
      await s.people.admin.call(addParticipant, {
        body: { fname: 'Ann', lname: 'Alone', g_id: s.siteId, dob: '1980-03-05', gender: 1, subject_number },
      })
    ).reply.participantId;
  const renumber = (participant_id: number, subject_number: string) =>
    s.rows('update participant set subject_number = $2 where participant_id = $1', [participant_id, subject_number]);
  const of = (number: string, id: number | null, product = strong) =>
    s.aRequest({ participants: [s.subject(number, id)], products: [s.line(product)] });
  const asked = async (srId: number) =>
    (
      await s.people.pharmacist.call(api.shipByPharmacy, {
        body: {
          srId,
          packages: [s.package_([s.item(strong)])],
          replacements: [{ oldProductId: s.tablet, newProductId: strong, quantity: 4, daysOfSupply: 30 }],
          isDouble: 0,
        },
      })
    ).fields?.['isDouble'];
  const has = (srId: number, number: string) =>
    `Request ${srId}, which is under way, has ${drug}, 100 mg tablet for ${number}. Choose another replacement, or confirm that it is sent.`;
  const first = await of('717-951', null, s.tablet);
  const ann = await add('717-951');
  await renumber(ann, '717-952');
  const bob = await add('717-951');
  const bobs = await of('717-951', bob);
  // What there is to be known of the number is said beside it.
  expect(await asked(first)).toBe(has(bobs, '717-951 (may be another participant’s by now)'));
  await s.put(bobs, { status: 'received' });
  const anns = await of('717-952', ann);
  expect(await asked(first)).toBe(has(anns, '717-951 (may be another participant’s by now)'));
  await s.put(anns, { status: 'received' });
  // What was asked for Bob himself, before he got the number by which alone another request had been made.
  await renumber(bob, '717-953');
  const third = await of('717-953', bob, s.tablet);
  const byNumber = await of('717-954', null);
  const cid = await add('717-954');
  await renumber(cid, '717-955');
  await renumber(bob, '717-954');
  expect(await asked(third)).toBe(has(byNumber, '717-954 (asked for as 717-953)'));
});

test('OPS-73 REL-08 of an order and a replacement of the same product for the same subject, both at once, the later one sees the earlier', async () => {
  const s = await openShipments();
  const { strong, other, ship } = await aStandInUnderWay(s, s.pharmacyId);
  await s.put(other, { status: 'received' });
  let both: [ReturnType<typeof ship>, Promise<{ code: string | undefined }>] | undefined;
  await s.app.database.inCompany(s.companyId, async (tx) => {
    // Who ships is held, so that the shipment stands still when it says so, and nobody can see it yet.
    const { providerId } = s.people.pharmacist;
    await tx.selectFrom('provider').select('provider_id').where('provider_id', '=', providerId).forUpdate().execute();
    const shipped = ship({ isDouble: 0 });
    await somebodyWaits(s);
    const asked = s.people.siteUser.call(api.createRequest, {
      body: s.order({ participants: [s.subject('900-002')], products: [s.line(strong)] }),
    });
    both = [shipped, asked];
    await Promise.race([asked, somebodyWaits(s, 2)]);
  });
  expect([(await both?.[0])?.status, (await both?.[1])?.code]).toEqual([200, 'shipment.same_product']);
});

test('SHF-07 a lot that expires before the need-by date is refused where the packer has not said so, kept where they have, and taken from a call that says nothing', async () => {
  onItsOwn();
  const s = await openShipments();
  const neededOn = addDays(s.today, 5);
  const due = { dateRequired: neededOn, nextOrderDate: addDays(s.today, 20) };
  const [srId, silent, inTime] = [await s.aRequest(due), await s.aRequest(due), await s.aRequest(due)];
  const [{ drug }] = (await s.rows<{ drug: string }>('select drug_name as drug from product where product_id = $1', [
    s.tablet,
  ])) as [{ drug: string }];
  const early = addDays(s.today, 4);
  const ship = (id: number, lotNumber: string, expirationDate: string, over: object) =>
    s.people.pharmacist.call(api.shipByPharmacy, {
      body: { srId: id, packages: [s.package_([s.item(s.tablet, { lotNumber, expirationDate })])], ...over },
    });
  const before = await s.fingerprint();
  const refused = await ship(srId, 'E1', early, { expiresEarly: 0 });
  expect([refused.status, refused.fields]).toEqual([
    400,
    {
      expiresEarly: `Lot E1 of ${drug} expires on ${dayAsShown(early)}, before the need-by date ${dayAsShown(neededOn)}. Pack another lot, or confirm that it is sent.`,
    },
  ]);
  expect(await s.fingerprint()).toBe(before);
  expect((await ship(srId, 'E1', early, { expiresEarly: 1 })).status).toBe(200);
  expect((await ship(silent, 'E2', early, {})).status).toBe(200);
  expect((await ship(inTime, 'E3', neededOn, { expiresEarly: 0 })).status).toBe(200);
  const entries = await s.rows<{ record_id: string; early: unknown }>(
    `select record_id, jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "early").new') as early
     from audit_entry where action = 'shipment.shipped' order by seq`,
  );
  const kept = (lot_number: string) => [{ drug_name: drug, lot_number, expires_on: early }];
  expect(entries).toEqual([
    { record_id: String(srId), early: kept('E1') },
    { record_id: String(silent), early: kept('E2') },
    { record_id: String(inTime), early: null },
  ]);
});

test('SHF-07 once the need-by date is over, a lot is asked about that expires before the days of supply of what is packed are over, counted from today', async () => {
  const s = await openShipments();
  const drug = 'Overdue 5';
  const [small, strong] = [
    await s.aProduct(s.companyId, s.trialId, { drug_name: drug }),
    await s.aProduct(s.companyId, s.trialId, { drug_name: drug, dosage_form: 'Powder' }),
  ];
  await s.supply(s.companyId, s.siteId, s.pharmacyId, small);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, strong);
  const overdue = async () => {
    const srId = await s.aRequest({ products: [s.line(small, { daysOfSupply: 10 })] });
    await s.rows(`update shipment_request set required_on = $2 where request_id = $1`, [srId, addDays(s.today, -2)]);
    return srId;
  };
  const ship = async (srId: number, productId: number, expiresOn: string, over: object) => {
    const item = s.item(productId, { lotNumber: `O-${productId}-${expiresOn}`, expirationDate: expiresOn });
    const body = { srId, packages: [s.package_([item])], ...over };
    const { status, fields } = await s.people.pharmacist.call(api.shipByPharmacy, { body });
    return [status, fields?.['expiresEarly']];
  };
  const refusal = (productId: number, expiresOn: string) => [
    400,
    `Lot O-${productId}-${expiresOn} of ${drug} expires on ${dayAsShown(expiresOn)}, before its days of supply, counted from today, are over. Pack another lot, or confirm that it is sent.`,
  ];
  // Of ten days the day itself is the first.
  const [soon, last, through] = [addDays(s.today, 1), addDays(s.today, 8), addDays(s.today, 9)];
  const first = await overdue();
  expect(await ship(first, small, soon, { expiresEarly: 0 })).toEqual(refusal(small, soon));
  expect(await ship(first, small, last, { expiresEarly: 0 })).toEqual(refusal(small, last));
  const instead = {
    expiresEarly: 0,
    replacements: [{ oldProductId: small, newProductId: strong, quantity: 4, daysOfSupply: 11 }],
  };
  expect(await ship(first, strong, through, instead)).toEqual(refusal(strong, through));
  expect(await ship(first, small, through, { expiresEarly: 0 })).toEqual([200, undefined]);
  const second = await overdue();
  expect(await ship(second, small, soon, { expiresEarly: 1 })).toEqual([200, undefined]);
  const kept = await s.rows<{ early: unknown }>(
    `select jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "early").new') as early
     from audit_entry where action = 'shipment.shipped' and record_id = any($1) order by seq`,
    [[String(first), String(second)]],
  );
  expect(kept).toEqual([
    { early: null },
    { early: [{ drug_name: drug, lot_number: `O-${small}-${soon}`, expires_on: soon }] },
  ]);
  // Through the day itself the need-by date alone counts.
  expect(await ship(await s.aRequest({ products: [s.line(small)] }), small, soon, { expiresEarly: 0 })).toEqual([
    200,
    undefined,
  ]);
});

test('SHF-07 SHP-22 an address that is not the one on record any more is refused where the packer has not said that it is, kept where they have, and taken from a call that says nothing', async () => {
  onItsOwn();
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
  const toAda = { toParticipant: 1, participants: [s.subject('718-001', participantId)], address: home };
  const toHome = await s.aRequest(toAda);
  const silent = await s.aRequest({ ...toAda, products: [s.line(s.pen)] });
  const [toSite, atOnce] = [await s.aRequest(), await s.aRequest()];
  const ship = (srId: number, over: object) =>
    s.people.pharmacist.call(api.shipByPharmacy, {
      body: { srId, packages: [s.package_([s.item(s.tablet)])], ...over },
    });
  expect((await ship(atOnce, { isAddressOutdated: 0 })).status).toBe(200);

  // The packing begins, and the record is corrected before it is sent.
  const { version } = (await s.people.pharmacist.call(api.readForPharmacy, { query: { srId: toHome } })).reply.request;
  const corrected = {
    ...given,
    participant_id: participantId,
    addressChanged: 1,
    address: { ...home, street: '9 New Road' },
  };
  expect((await s.people.siteUser.call(changeParticipant, { body: corrected })).status).toBe(200);
  await s.rows(
    `update address set street = '5 Other Street' where address_id = (select address_id from care_group where care_group_id = $1)`,
    [s.siteId],
  );
  const before = await s.fingerprint();
  const says = (who: string) =>
    `The address of the ${who} on record has changed since. Ask the trial site in a comment, or confirm that it is sent to the address of the request.`;
  for (const [srId, who] of [
    [toHome, 'participant'],
    [toSite, 'trial site'],
  ] as const) {
    const refused = await ship(srId, { isAddressOutdated: 0 });
    expect([refused.status, refused.fields]).toEqual([400, { isAddressOutdated: says(who) }]);
  }
  expect(await s.fingerprint()).toBe(before);
  expect((await ship(toHome, { isAddressOutdated: 1, version })).status).toBe(200);
  expect((await ship(toSite, {})).status).toBe(200);
  const byWholesaler = (over: object) =>
    s.people.wholesaler.call(api.shipByWholesaler, {
      body: { srId: silent, packages: [s.package_([s.item(s.pen)])], ...over },
    });
  expect((await byWholesaler({ isAddressOutdated: 0 })).fields).toEqual({ isAddressOutdated: says('participant') });
  expect((await byWholesaler({})).status).toBe(200);
  const entries = await s.rows<{ record_id: string; outdated: unknown }>(
    `select record_id, jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "address_outdated").new') as outdated
     from audit_entry where action = 'shipment.shipped' order by seq`,
  );
  expect(entries).toEqual([
    { record_id: String(atOnce), outdated: null },
    { record_id: String(toHome), outdated: true },
    { record_id: String(toSite), outdated: true },
    { record_id: String(silent), outdated: true },
  ]);
});

test('SHF-07 PRV-04 what is for a participant who was deactivated meanwhile is told to both sides, refused where the packer has not said that it is sent, and taken from a call that says nothing', async () => {
  onItsOwn();
  const s = await openShipments();
  const { siteUser, admin, pharmacist, wholesaler } = s.people;
  const ask = async (over: Record<string, unknown>) =>
    (await siteUser.call(api.createRequest, { body: s.order(over) })).reply.srIds[0] as number;
  const both = await ask({ participants: [s.subject('718-101'), s.subject('717-919', s.ada)] });
  const others = await ask({ participants: [s.subject('718-102')] });
  const silent = await ask({
    participants: [s.subject('717-919', s.ada)],
    products: [s.line(s.pen)],
  });
  for (const srId of [both, silent]) await s.put(srId, { status: 'processing' });
  const toldTo = {
    siteList: async () => (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests,
    site: async (srId: number) =>
      (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request,
    pharmacyList: async () =>
      (await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests,
    pharmacy: async (srId: number) => (await pharmacist.call(api.readForPharmacy, { query: { srId } })).reply.request,
    wholesalerList: async () =>
      (await wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId } })).reply.requests,
    wholesaler: async (srId: number) =>
      (await wholesaler.call(api.readForWholesaler, { query: { srId } })).reply.request,
  };
  const of = (rows: readonly { srId: number }[], srId: number) => rows.find((row) => row.srId === srId);
  expect(of(await toldTo.pharmacyList(), both)).toMatchObject({ isForInactive: false });
  expect((await toldTo.wholesaler(silent)).isForInactive).toBe(false);

  const setActive = async (isActive: 0 | 1) =>
    expect((await admin.call(setParticipantStatus, { body: { participant_id: s.ada, isActive } })).status).toBe(200);
  await setActive(0);
  const ofBoth = {
    isForInactive: true,
    participants: [{ subjectNumber: '718-101' }, { subjectNumber: '717-919', isInactive: true }],
  };
  const forBoth = [
    of(await toldTo.siteList(), both),
    await toldTo.site(both),
    of(await toldTo.pharmacyList(), both),
    await toldTo.pharmacy(both),
  ];
  for (const told of forBoth) {
    expect(told).toMatchObject(ofBoth);
    expect(told).not.toHaveProperty('participants.0.isInactive');
  }
  expect(of(await toldTo.pharmacyList(), others)).toMatchObject({ isForInactive: false });
  for (const told of [of(await toldTo.wholesalerList(), silent), await toldTo.wholesaler(silent)]) {
    expect(told).toMatchObject({ isForInactive: true });
    expect(JSON.stringify(told)).not.toMatch(/717-919|participants|isInactive/);
  }

  const ship = (srId: number, over: object) =>
    pharmacist.call(api.shipByPharmacy, { body: { srId, packages: [s.package_([s.item(s.tablet)])], ...over } });
  const byWholesaler = (over: object) =>
    wholesaler.call(api.shipByWholesaler, {
      body: { srId: silent, packages: [s.package_([s.item(s.pen)])], ...over },
    });
  const before = await s.fingerprint();
  const refused = await ship(both, { isForInactive: 0 });
  expect([refused.status, refused.fields]).toEqual([
    400,
    {
      isForInactive:
        'Participant 717-919 is no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.',
    },
  ]);
  expect((await byWholesaler({ isForInactive: 0 })).fields).toEqual({
    isForInactive:
      'A participant of this request is no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.',
  });
  expect(await s.fingerprint()).toBe(before);
  expect((await ship(both, { isForInactive: 1 })).status).toBe(200);
  expect((await byWholesaler({})).status).toBe(200);
  await s.put(others, { status: 'processing' });
  expect((await ship(others, { isForInactive: 0 })).status).toBe(200);
  // What is on its way cannot be held back any more.
  expect(await toldTo.pharmacy(both)).toMatchObject({ isForInactive: false });
  expect(await toldTo.pharmacy(both)).not.toHaveProperty('participants.1.isInactive');
  const entries = await s.rows<{ record_id: string; inactive: unknown }>(
    `select record_id, jsonb_path_query_first(changes::jsonb, '$[*] ? (@.field == "inactive").new') as inactive
     from audit_entry where action = 'shipment.shipped' order by seq`,
  );
  expect(entries).toEqual([
    { record_id: String(both), inactive: ['717-919'] },
    { record_id: String(silent), inactive: ['717-919'] },
    { record_id: String(others), inactive: null },
  ]);
});

test('P11-09 P11-11 the trail keeps with a shipment what each product in it was sent as, what stands in and what was replaced, whatever they are called afterwards', async () => {
  const s = await openShipments();
  const call = (productId: number, drugName: string, dosageForm: string) =>
    s.rows('update product set drug_name = $2, dosage_form = $3 where product_id = $1', [
      productId,
      drugName,
      dosageForm,
    ]);
  const gel = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Calmara', dosage_form: 'Gel' });
  const strong = await s.aProduct(s.companyId, s.trialId, { quantity_unit: 'Kit' });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, gel);
  await call(s.tablet, 'Aurelix 50', 'Tablet');
  const srId = await s.aRequest({ products: [s.line(s.tablet), s.line(gel)] });
  await call(s.tablet, 'Aurelix', '75 mg tablet');
  await call(strong, 'Aurelix', '100 mg tablet');
  await call(gel, 'Calmara 2', 'Gel');
  const replacement = { oldProductId: s.tablet, newProductId: strong, quantity: 1, daysOfSupply: 15, directions: '' };
  const body = {
    srId,
    packages: [s.package_([s.item(strong, { quantity: 1 }), s.item(gel)])],
    replacements: [replacement],
  };
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, { body });
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  const [entry] = await s.rows<{ changes: { field: string }[] }>(
    "select changes from audit_entry where action = 'shipment.shipped' and record_id = $1",
    [String(srId)],
  );
  const of = (field: string) => entry!.changes.find((change) => change.field === field);
  const stands = { drug_name: 'Aurelix', dosage_form: '100 mg tablet', quantity_unit: 'Kit' };
  expect(of('packages')).toMatchObject({
    new: [
      {
        items: [
          { product_id: strong, ...stands },
          { product_id: gel, drug_name: 'Calmara', dosage_form: 'Gel', quantity_unit: 'Bottle' },
        ],
      },
    ],
  });
  expect(of('product')).toMatchObject({
    old: { product_id: s.tablet, drug_name: 'Aurelix 50', dosage_form: 'Tablet', quantity_unit: 'Bottle' },
    new: { old_product_id: s.tablet, new_product_id: strong, quantity: 1, ...stands },
  });
});

test('PKG-11 PKG-12 PKG-13 PKG-14 a replacement of the same drug is shipped in place of the line, and both say so', async () => {
  const s = await openShipments();
  const drug = (
    await s.rows<{ drug_name: string }>('select drug_name from product where product_id = $1', [s.tablet])
  )[0]!.drug_name;
  const strong = await s.aProduct(s.companyId, s.trialId, {
    drug_name: drug,
    dosage_form: '100 mg tablet',
    max_shipment_quantity: 3,
  });
  const removed = await s.aProduct(s.companyId, s.trialId, { drug_name: drug, removed_at: s.app.clock.now() });
  const wholesale = await s.aProduct(s.companyId, s.trialId, {
    drug_name: drug,
    dosage_form: 'Syringe',
    pharmacy_supplied: false,
    wholesaler_supplied: true,
  });
  const otherDrug = await s.aProduct(s.companyId, s.trialId);
  const otherTrial = await s.aProduct(s.companyId, await s.aTrial(s.companyId), { drug_name: drug });
  const srId = await s.aRequest();
  const swap = (over = {}, items = [s.item(strong, { quantity: 2 })]) => ({
    body: {
      srId,
      packages: [s.package_(items)],
      replacements: [
        { oldProductId: s.tablet, newProductId: strong, quantity: 2, daysOfSupply: 15, directions: '', ...over },
      ],
    },
  });
  const before = await s.fingerprint();
  const refused: [ReturnType<typeof swap>, Record<string, string>][] = [
    ...[otherDrug, removed, wholesale, otherTrial, s.theirs.tablet, 99_999].map(
      (newProductId): [ReturnType<typeof swap>, Record<string, string>] => [
        swap({ newProductId }),
        { 'replacements.0.newProductId': 'is not a replacement for this product' },
      ],
    ),
    [swap({ newProductId: s.tablet }), { 'replacements.0.newProductId': 'is in the request already' }],
    [swap({ oldProductId: s.pen }), { 'replacements.0.oldProductId': 'is not a product of this request' }],
    [swap({ quantity: 4 }), { 'replacements.0.quantity': 'Quantity must be between 1 and 3.' }],
    [swap({ quantity: 0 }), { 'replacements.0.quantity': 'Quantity must be between 1 and 3.' }],
    [swap({ daysOfSupply: 0 }), { 'replacements.0.daysOfSupply': 'Days of supply must be greater than 0.' }],
    [swap({}, [s.item(strong, { quantity: 3 })]), { 'packages.0.items.0.quantity': 'Quantity limit exceeded' }],
  ];
  for (const [asking, fields] of refused) {
    const answer = await s.people.pharmacist.call(api.shipByPharmacy, asking);
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  }
  expect((await s.people.pharmacist.call(api.shipByPharmacy, swap({}, [s.item(s.tablet, { quantity: 2 })]))).code).toBe(
    'shipment.wrong_line',
  );
  expect(await s.fingerprint()).toBe(before);

  const [asked] = await linesOf(s, srId);
  const shipped = await s.people.pharmacist.call(
    api.shipByPharmacy,
    swap({}, [s.item(strong, { quantity: 2, orderItemId: asked!.orderItemId })]),
  );
  expect([shipped.status, shipped.message]).toEqual([200, undefined]);
  const { reply } = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  const [old, fresh] = reply.request.products;
  expect(old).toMatchObject({ productId: s.tablet, quantity: 4, isReplacedBy: strong, replacementProduct: null });
  expect(fresh).toMatchObject({
    productId: strong,
    quantity: 2,
    daysOfSupply: 15,
    directions: 'N/A',
    isReplacedBy: null,
    replacementProduct: s.tablet,
  });
  expect(reply.request.packages[0]!.items).toMatchObject([
    { productId: strong, quantity: 2, orderItemId: fresh!.orderItemId },
  ]);
  const list = await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } });
  expect(list.reply.requests[0]!.products.map((product) => product.productId)).toEqual([strong]);
});

test('CAE-10 CAE-23 OPC-93 OPS-11 PKG-12 a partner lists the trial products its kind can supply; removed ones and those of other trials are left out', async () => {
  const s = await openShipments();
  const gel = await s.aProduct(s.companyId, s.trialId, { is_other_unit: true, quantity_unit: 'Tube' });
  await s.aProduct(s.companyId, s.trialId, { removed_at: s.app.clock.now() });
  await s.aProduct(s.companyId, await s.aTrial(s.companyId), { wholesaler_supplied: true });
  const [tablets, pens] = [await s.aRequest(), await s.aRequest({ products: [s.line(s.pen)] })];
  const pharmacy = await s.people.pharmacist.call(api.productsForPharmacy, { query: { srId: tablets } });
  expect(new Set(pharmacy.reply.products.map(({ productId }) => productId))).toEqual(new Set([s.tablet, gel]));
  expect(pharmacy.reply.products.find(({ productId }) => productId === gel)).toMatchObject({
    g_id: s.trialId,
    isQuantityUnitOther: true,
    otherUnit: 'Tube',
    maxShipmentQuantity: 10,
  });
  const wholesaler = await s.people.wholesaler.call(api.productsForWholesaler, { query: { srId: pens } });
  expect(wholesaler.reply.products.map(({ productId }) => productId)).toEqual([s.pen]);
});

test('REL-06 REL-08 PKG-07 of twenty confirmations at once one ships; with one key all get its answer', async () => {
  onItsOwn();
  const s = await openShipments();
  const colleague = await s.signedIn(
    await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: s.pharmacyId }),
  );
  const [srId, keyed] = [await s.aRequest(), await s.aRequest()];
  const body = { srId, packages: [s.package_([s.item(s.tablet)])] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? colleague : s.people.pharmacist).call(api.shipByPharmacy, { body })),
  );
  expect([200, 409].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([1, 19]);
  expect(await s.rows('select 1 from package_item')).toHaveLength(1);
  const headers = { 'idempotency-key': 'a shipment'.replace(' ', '-') };
  const same = await Promise.all(
    Array.from({ length: 20 }, () =>
      s.people.pharmacist.call(api.shipByPharmacy, { body: { ...body, srId: keyed }, headers }),
    ),
  );
  expect(new Set(same.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(same[0]!.status).toBe(200);
  expect(await s.rows('select 1 from package_item')).toHaveLength(2);
});

test('REL-02 P11-12 a shipment whose audit entry cannot be written leaves no package and no replacement', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  await s.rows('revoke insert on audit_entry from portal_app');
  const answer = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: { srId, packages: [s.package_([s.item(s.tablet)])] },
  });
  expect([answer.status, answer.message]).toEqual([500, 'Unable to make request']);
  expect(await s.fingerprint()).toBe(before);
  expect(await s.stateOf(srId)).toEqual({ status: 'preprocessing', version: 1 });
});

test('SHF-08 REL-02 SEC-27 the largest shipment that a call takes is shipped and kept, each of its 950 items of a lot of its own; a larger one is refused with the field that is too long', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest();
  await s.rows('update shipment_line set quantity = 10000 where request_id = $1', [srId]);
  const shipmentOf = (packages: number, items: number) =>
    Array.from({ length: packages }, (_, n) =>
      s.package_(
        Array.from({ length: items }, (_, i) => s.item(s.tablet, { quantity: 1, lotNumber: `L${n}-${i}` })),
        { trackingNumber: `ab-${n}` },
      ),
    );
  const ship = (packages: unknown[]) => s.people.pharmacist.call(api.shipByPharmacy, { body: { srId, packages } });
  for (const [packages, items, field] of [
    [51, 1, 'packages'],
    [2, 201, 'packages.0.items'],
    [50, 20, 'packages'],
    [50, 200, 'packages'],
  ] as const) {
    const answer = await ship(shipmentOf(packages, items));
    expect([answer.status, Object.keys(answer.fields)]).toEqual([400, expect.arrayContaining([field])]);
  }
  expect(await s.stateOf(srId)).toEqual({ status: 'preprocessing', version: 1 });
  expect((await ship(shipmentOf(50, 19))).status).toBe(200);
  expect(
    await s.rows(
      'select count(*)::int as items, count(distinct package_id)::int as packages, count(distinct lot_id)::int as lots from package_item',
    ),
  ).toEqual([{ items: 950, packages: 50, lots: 950 }]);
});
