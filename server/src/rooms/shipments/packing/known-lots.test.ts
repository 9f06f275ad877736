import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { touched } from '#test/plans.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { lotOnRecord } from '#rooms/lots/door.ts';
import { lotsShippedBy } from './known-lots.ts';

const ship = async (s: Shipments, who: 'pharmacist' | 'pharmacistElsewhere', srId: number, items: object[]) => {
  const answer = await s.people[who].call(api.shipByPharmacy, { body: { srId, packages: [s.package_(items as [])] } });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
};
/** A request of the other site, which another pharmacy supplies. */
const elsewhere = async (s: Shipments) =>
  (
    await s.people.admin.call(api.createRequest, {
      body: s.order({ gId: s.otherSiteId, participants: [s.subject('900-001')] }),
    })
  ).reply.srIds[0] as number;

test('PKG-04 PRV-04 who packs is offered the lots that its own pharmacy has shipped, the newest first, with their day and how much went out', async () => {
  const s = await openShipments();
  const day = addDays(s.today, 90);
  const of = (lotNumber: string, quantity: number, expirationDate = day) =>
    s.item(s.tablet, { lotNumber, quantity, expirationDate });
  await ship(s, 'pharmacist', await s.aRequest(), [of('Lx-7', 1), of('Lx-8', 2), of('A9', 1, addDays(s.today, 1))]);
  await ship(s, 'pharmacist', await s.aRequest(), [of('lx-7', 4)]);
  await ship(s, 'pharmacistElsewhere', await elsewhere(s), [of('Lx-9', 4)]);
  const srId = await s.aRequest();
  const ask = async (over: object = {}, who: 'pharmacist' | 'pharmacistElsewhere' = 'pharmacist') =>
    s.people[who].call(api.lotsForPharmacy, { query: { srId, productId: s.tablet, ...over } });
  const [seven, eight, nine] = [
    { lotNumber: 'Lx-7', expirationDate: day, shipped: [{ quantity: 5, quantityUnit: 'Bottle' }] },
    { lotNumber: 'Lx-8', expirationDate: day, shipped: [{ quantity: 2, quantityUnit: 'Bottle' }] },
    { lotNumber: 'A9', expirationDate: addDays(s.today, 1), shipped: [{ quantity: 1, quantityUnit: 'Bottle' }] },
  ];
  expect((await ask()).reply).toEqual({ lots: [eight, seven, nine], onRecord: null });
  expect((await ask({ lotNumber: ' lX' })).reply).toEqual({ lots: [eight, seven], onRecord: null });
  expect((await ask({ lotNumber: 'LX-7' })).reply).toEqual({
    lots: [seven],
    onRecord: { lotNumber: 'Lx-7', expirationDate: day, recalledAt: null },
  });
  // Of what another pharmacy ships, only the day of a number that is known already: packing would say it too.
  expect((await ask({ lotNumber: 'lx-9' })).reply).toEqual({
    lots: [],
    onRecord: { lotNumber: 'Lx-9', expirationDate: day, recalledAt: null },
  });
  // What has expired cannot be packed any more.
  await s.rows("update lot set expires_on = $1 where lot_number = 'A9'", [s.today]);
  expect((await ask()).reply.lots).toEqual([eight, seven]);
});

test('PKG-04 of a lot that went out in two units each is counted by itself', async () => {
  const s = await openShipments();
  const of = (quantity: number) => s.item(s.tablet, { lotNumber: 'Lx-7', quantity });
  const before = await s.aRequest();
  await ship(s, 'pharmacist', await s.aRequest(), [of(3)]);
  await s.rows(`update product set quantity_unit = 'Tablet' where product_id = $1`, [s.tablet]);
  await ship(s, 'pharmacist', before, [of(2)]);
  await ship(s, 'pharmacist', await s.aRequest(), [of(4)]);
  const query = { srId: await s.aRequest(), productId: s.tablet };
  const { lots } = (await s.people.pharmacist.call(api.lotsForPharmacy, { query })).reply;
  expect(lots.map((lot) => [lot.lotNumber, lot.shipped])).toEqual([
    [
      'Lx-7',
      [
        { quantity: 5, quantityUnit: 'Bottle' },
        { quantity: 4, quantityUnit: 'Tablet' },
      ],
    ],
  ]);
});

test('PKG-04 PKG-11 lots that went out under another name of their product, and so maybe of another strength, are not offered for it, nor counted', async () => {
  const s = await openShipments();
  const rename = (dosageForm: string) =>
    s.rows(`update product set drug_name = 'Aurelix', dosage_form = $2 where product_id = $1`, [s.tablet, dosageForm]);
  const of = (lotNumber: string, quantity: number) => s.item(s.tablet, { lotNumber, quantity });
  await rename('50 mg tablet');
  const [weak, weakToo] = [await s.aRequest(), await s.aRequest()];
  await ship(s, 'pharmacist', await s.aRequest(), [of('Weak', 4)]);
  await rename('100 mg tablet');
  const strong = await s.aRequest();
  const offered = async (srId: number, lotNumber?: string) => {
    const query = { srId, productId: s.tablet, ...(lotNumber ? { lotNumber } : {}) };
    const { lots, onRecord } = (await s.people.pharmacist.call(api.lotsForPharmacy, { query })).reply;
    return [...lots.map((lot) => [lot.lotNumber, ...lot.shipped.map(({ quantity }) => quantity)]), onRecord?.lotNumber];
  };
  expect(await offered(strong)).toEqual([undefined]);
  expect(await offered(weak)).toEqual([['Weak', 4], undefined]);
  // Packing compares with the lot of this very number, whatever it went out as.
  expect(await offered(strong, 'weak')).toEqual(['Weak']);
  await ship(s, 'pharmacist', strong, [of('Strong', 3)]);
  await ship(s, 'pharmacist', await s.aRequest(), [of('Both', 2)]);
  await ship(s, 'pharmacist', weakToo, [of('Both', 1)]);
  expect(await offered(await s.aRequest())).toEqual([['Both', 2], ['Strong', 3], undefined]);
  expect(await offered(weak)).toEqual([['Both', 1], ['Weak', 4], undefined]);

  // What stands in is called as it is now.
  const other = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Drops' });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, other);
  const drops = await s.aRequest({ products: [s.line(other)] });
  expect(await offered(drops)).toEqual([['Both', 2], ['Strong', 3], undefined]);
  await rename('50 mg tablet');
  expect(await offered(drops)).toEqual([['Both', 1], ['Weak', 4], undefined]);
});

test('PKG-04 OPS-15 lots are read by the partner of the request alone, and of products that it can pack', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const query = { srId, productId: s.tablet };
  for (const who of ['pharmacistElsewhere', 'pharmacistAbroad'] as const)
    expect([who, (await s.people[who].call(api.lotsForPharmacy, { query })).status]).toEqual([who, 404]);
  for (const productId of [s.pen, s.theirs.tablet, 99_999])
    expect((await s.people.pharmacist.call(api.lotsForPharmacy, { query: { srId, productId } })).status).toBe(404);
  for (const who of ['siteUser', 'admin', 'sponsor', 'wholesaler'] as const)
    expect([who, (await s.people[who].call(api.lotsForPharmacy, { query })).status]).toEqual([who, 403]);
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const answer = await s.people.wholesaler.call(api.lotsForWholesaler, { query: { srId: pens, productId: s.pen } });
  expect(answer.reply).toEqual({ lots: [], onRecord: null });
});

test('PKG-04 REL-05 beside 5,000 lots of a product the newest of a pharmacy, and the one of a number, are found by indexes', async () => {
  const s = await openShipments();
  const many = 5_000;
  await s.rows(
    `with request as (
       insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
         required_on, status_changed_on, submission, created_at)
       select $1, $2, $3, $4, 'pharmacy', 'received', false, (select min(address_id) from address), $5,
         '2026-01-01', '2026-01-01', gen_random_uuid(), '2026-01-01Z' from generate_series(1, 20)
       returning request_id),
     line as (
       insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
       select $1, request_id, $6, 1, 30, 'N/A' from request returning line_id, request_id),
     box as (
       insert into shipment_package (company_id, request_id, courier, tracking_number)
       select $1, request_id, 'UPS', 'x' from request returning package_id, request_id),
     lot as (
       insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
       select $1, $6, 'L' || n, name_key('L' || n), '2099-01-01', now() from generate_series(1, $7::int) n returning lot_id)
     insert into package_item (company_id, package_id, line_id, quantity, lot_number, expires_on, lot_id)
     select $1, package_id, line_id, 1, 'L', '2099-01-01', lot_id
     from lot join (select *, row_number() over () as n from box join line using (request_id)) as place on place.n = 1 + lot.lot_id % 20`,
    [s.companyId, s.trialId, s.siteId, s.pharmacyId, s.siteUser, s.tablet, many],
  );
  for (const table of ['lot', 'package_item', 'shipment_package', 'shipment_request']) await s.rows(`analyze ${table}`);
  const [called] = (await s.rows<{ drugName: string; dosageForm: string }>(
    'select drug_name as "drugName", dosage_form as "dosageForm" from product where product_id = $1',
    [s.tablet],
  )) as [{ drugName: string; dosageForm: string }];
  const asked = { productId: s.tablet, ...called, after: s.today };
  for (const [said, build] of [
    ['newest', (tx) => lotsShippedBy(tx, s.pharmacyId, { ...asked, begins: '' }).limit(9)],
    ['begins so', (tx) => lotsShippedBy(tx, s.pharmacyId, { ...asked, begins: 'L499' }).limit(9)],
  ] as [string, Parameters<typeof touched>[2]][]) {
    const { ways, rows } = await touched(s, s.companyId, build, { of: ['lot', 'package_item'] });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    expect({ said, rows, few: rows <= 500 }).toEqual({ said, rows, few: true });
  }
  const found = await s.app.database.inCompany(s.companyId, (tx) => lotOnRecord(tx, s.tablet, 'l4999'));
  expect(found).toEqual({ lotNumber: 'L4999', expirationDate: '2099-01-01', recalledAt: null });
});
