import type { Endpoint } from '@portal/contract/endpoint.ts';
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import {
  invalidatePharmacyPrice,
  invalidateSponsorPrice,
  pharmacyPriceHistory,
  setPharmacyPrice,
  setSponsorPrice,
  sponsorPriceHistory,
} from '@portal/contract/pricing/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import {
  invoiceForPharmacy,
  invoiceForSite,
  invoiceForWholesaler,
} from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { addDays } from '#platform/core/clock.ts';
import { invalidatePrice, type NewPrice, setPrice } from '#rooms/pricing/door.ts';
import { givenParticipant } from '#test/house.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';

/** All days: what a test asks for that is not about the period. */
const always = { start_date: '2000-01-01', end_date: '2100-01-01' };
const columns = (
  'srId trial site protocolNumber sponsor shipmentType partner status dateRequested dateRequired dateShipped dateReceived ' +
  'subjectNumber drugName dosageForm quantityUnit quantity daysOfSupply lotNumber expirationDate courier trackingNumber ' +
  'drugPrice shippingFee dispenseFee currency'
).split(' ');
const withoutSubject = columns.filter((name) => name !== 'subjectNumber');

/** A request that its partner has shipped, in one package unless told otherwise. */
async function aShipment(s: Shipments, over: Record<string, unknown> = {}, packages?: Record<string, unknown>[]) {
  const srId = await s.aRequest(over);
  const [first] = (over['products'] as { productId: number }[] | undefined) ?? [{ productId: s.tablet }];
  const isPen = first?.productId === s.pen;
  const answer = await (isPen ? s.people.wholesaler : s.people.pharmacist).call(
    isPen ? api.shipByWholesaler : api.shipByPharmacy,
    { body: { srId, packages: packages ?? [s.package_([s.item(first?.productId ?? 0)])] } },
  );
  if (answer.status !== 200) throw new Error(`not shipped: ${answer.message}`);
  return srId;
}
const aPenShipment = (s: Shipments, over: Record<string, unknown> = {}) =>
  aShipment(s, { products: [s.line(s.pen)], ...over });

const ofSite = (s: Shipments, who: keyof Shipments['people'] = 'siteUser', query: Record<string, unknown> = {}) =>
  s.people[who].call(invoiceForSite, { query: { gId: s.siteId, ...always, ...query } });
const ofPharmacy = (s: Shipments, query: Record<string, unknown> = {}) =>
  s.people.pharmacist.call(invoiceForPharmacy, { query: { ppId: s.pharmacyId, ...always, ...query } });
const ofWholesaler = (s: Shipments, query: Record<string, unknown> = {}) =>
  s.people.wholesaler.call(invoiceForWholesaler, { query: { wpId: s.wholesalerId, ...always, ...query } });
const rowsOf = ({ body }: { body: unknown }) => (body as { invoice: Record<string, unknown>[] }).invoice;
const idsOf = (answer: { body: unknown }) => rowsOf(answer).map((row) => row['srId']);

test('OPS-13 RPT-04 APS-21 DAT-18 a row for each item that was shipped, with what was really sent and every column in its place', async () => {
  const s = await openShipments();
  await s.rows(`update product set drug_name = 'Aurelix', dosage_form = 'Tablet' where product_id = $1`, [s.tablet]);
  const capsule = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Capsule' });
  const other = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Betrix' });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, other);
  await s.aRequest();
  const srId = await s.aRequest({ products: [s.line(s.tablet), s.line(other, { daysOfSupply: 15 })] });
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: {
      srId,
      replacements: [
        { oldProductId: s.tablet, newProductId: capsule, quantity: 3, daysOfSupply: 28, directions: 'One daily' },
      ],
      packages: [
        s.package_([
          s.item(capsule, { quantity: 2, lotNumber: 'L1' }),
          s.item(other, { quantity: 4, lotNumber: 'L2' }),
        ]),
        s.package_([s.item(capsule, { quantity: 1, lotNumber: 'L3' })], { courier: 'Slow', trackingNumber: 'cd-2' }),
      ],
    },
  });
  expect(shipped.status, shipped.message).toBe(200);
  await s.rows(
    `update shipment_request set created_at = '2026-03-01T23:30:00Z', required_on = '2026-03-09', shipped_on = '2026-03-02', received_on = '2026-03-04', status = 'received' where request_id = $1`,
    [srId],
  );
  const [names] = await s.rows<Record<string, string>>(
    `select trial.display_name as trial, trial.name as protocol, site.display_name as site, sponsor.name as sponsor, partner.name as partner
     from care_group trial join sponsor using (sponsor_id), care_group site, partner
     where trial.care_group_id = $1 and site.care_group_id = $2 and partner_id = $3`,
    [s.trialId, s.siteId, s.pharmacyId],
  );
  const rows = rowsOf(await ofSite(s));
  expect(rows.map((row) => Object.keys(row))).toEqual([columns, columns, columns]);
  const expires = s.item(0)['expirationDate'];
  expect(rows[0]).toEqual({
    srId,
    trial: names?.['trial'],
    site: names?.['site'],
    protocolNumber: names?.['protocol'],
    sponsor: names?.['sponsor'],
    shipmentType: 'pharmacy',
    partner: names?.['partner'],
    status: 'received',
    dateRequested: '2026-03-01',
    dateRequired: '2026-03-09',
    dateShipped: '2026-03-02',
    dateReceived: '2026-03-04',
    subjectNumber: expect.stringMatching(/^900-\d+$/) as string,
    drugName: 'Aurelix',
    dosageForm: 'Capsule',
    quantityUnit: 'Bottle',
    quantity: 2,
    daysOfSupply: 28,
    lotNumber: 'L1',
    expirationDate: expires,
    courier: 'SWIFT',
    trackingNumber: 'AB-1',
    drugPrice: null,
    shippingFee: null,
    dispenseFee: null,
    currency: null,
  });
  expect(rows.slice(1)).toMatchObject([
    { drugName: 'Betrix', quantity: 4, daysOfSupply: 15, lotNumber: 'L2', courier: 'SWIFT' },
    { drugName: 'Aurelix', quantity: 1, daysOfSupply: 28, lotNumber: 'L3', courier: 'SLOW', trackingNumber: 'CD-2' },
  ]);
});

test('API-24 API-25 API-26 OPS-13 the period is that of the UTC day of the request, both ends included, in the order of requests', async () => {
  const s = await openShipments();
  const made: [string, number][] = [];
  for (const instant of [
    '2026-03-10T00:00:00Z',
    '2026-03-12T23:59:59.999Z',
    '2026-03-09T23:59:59.999Z',
    '2026-03-11T12:00:00+02:00',
    '2026-03-13T00:00:00Z',
  ]) {
    const srId = await aShipment(s);
    await s.rows('update shipment_request set created_at = $2 where request_id = $1', [srId, instant]);
    made.push([instant, srId]);
  }
  const inside = [0, 1, 3].map((i) => made[i]?.[1]);
  const period = { start_date: '2026-03-10', end_date: '2026-03-12' };
  expect(idsOf(await ofSite(s, 'siteUser', period))).toEqual(inside);
  expect(idsOf(await ofPharmacy(s, period))).toEqual(inside);
  expect(idsOf(await ofSite(s, 'siteUser', { start_date: '2026-03-13', end_date: '2026-03-13' }))).toEqual([
    made[4]?.[1],
  ]);
  expect(rowsOf(await ofSite(s, 'siteUser', { start_date: '2026-03-14', end_date: '2026-04-14' }))).toEqual([]);
  const pen = await aPenShipment(s);
  await s.rows(`update shipment_request set created_at = '2026-03-12T23:59:59Z' where request_id = $1`, [pen]);
  expect(idsOf(await ofWholesaler(s, period))).toEqual([pen]);
  expect(idsOf(await ofWholesaler(s, { ...period, end_date: '2026-03-11' }))).toEqual([]);
});

test('a period that ends before it begins, or is none, is refused by field; the first and the last day there are do no harm', async () => {
  const s = await openShipments();
  const backwards = { start_date: '2026-03-12', end_date: '2026-03-11' };
  for (const answer of [
    await ofSite(s, 'siteUser', backwards),
    await ofPharmacy(s, backwards),
    await ofWholesaler(s, backwards),
  ]) {
    expect([answer.status, answer.fields]).toEqual([400, { start_date: 'Start date must be before end date.' }]);
    expect(answer.message).toBe('Start date must be before end date.');
  }
  for (const [query, field] of [
    [{ start_date: undefined }, 'start_date'],
    [{ end_date: undefined }, 'end_date'],
    [{ start_date: '05/03/2026' }, 'start_date'],
    [{ end_date: '2026-02-30' }, 'end_date'],
    [{ end_date: '' }, 'end_date'],
    [{ gId: 'x' }, 'gId'],
    [{ ppId: 1 }, 'ppId'],
  ] as const) {
    const answer = await ofSite(s, 'siteUser', query);
    expect([query, answer.status, Object.keys(answer.fields)]).toEqual([query, 400, [field]]);
  }
  const widest = await ofSite(s, 'siteUser', { start_date: '0001-01-01', end_date: '9999-12-31' });
  expect([widest.status, widest.body]).toEqual([200, { invoice: [] }]);
});

test('OPS-12 OPN-96 an sId beside the group is accepted and ignored', async () => {
  const s = await openShipments();
  const srId = await aShipment(s);
  for (const sId of [undefined, s.otherSiteId, 99_999, 'x']) {
    expect(idsOf(await ofSite(s, 'siteUser', { sId }))).toEqual([srId]);
    expect(idsOf(await ofPharmacy(s, { sId }))).toEqual([srId]);
  }
});

test('the price is that of the day of shipping: what the sponsor of the trial agreed with the partner, else what the partner asks', async () => {
  const s = await openShipments();
  const { clock, database } = s.app;
  const actor = { companyId: s.companyId, providerId: s.admin, firstName: 'A', lastName: 'B', type: 'Admin' };
  const by = { ...actor, host: 'localhost', requestId: 'r1' };
  const set = (drugPrice: string, effectiveOn: string, over: Partial<NewPrice> = {}) =>
    database.inCompany(s.companyId, (tx) =>
      setPrice(actOf(tx, clock, by), {
        productId: s.tablet,
        partnerId: s.pharmacyId,
        sponsorId: null,
        shippingFee: '4.5',
        dispenseFee: '0',
        currency: 'EUR',
        drugPrice,
        effectiveOn,
        ...over,
      }),
    );
  const srId = await aShipment(s);
  const priceWhenShipped = async (shippedOn: string) => {
    await s.rows('update shipment_request set shipped_on = $2 where request_id = $1', [srId, shippedOn]);
    const [row] = rowsOf(await ofPharmacy(s));
    return [row?.['drugPrice'], row?.['shippingFee'], row?.['dispenseFee'], row?.['currency']];
  };
  await set('10', '2026-02-01');
  await set('12.5', '2026-03-01');
  const wrong = await set('9999', '2026-03-05');
  // Prices of others, which have no say: another partner, another product, a sponsor that does not pay for this trial.
  await set('1', '2026-01-01', { partnerId: s.otherPharmacyId });
  const other = await s.aProduct(s.companyId, s.trialId);
  await s.supply(s.companyId, s.siteId, s.pharmacyId, other);
  await set('2', '2026-01-01', { productId: other });
  await set('3', '2026-01-01', { sponsorId: await s.aSponsor(s.companyId) });
  expect(await priceWhenShipped('2026-01-31')).toEqual([null, null, null, null]);
  expect(await priceWhenShipped('2026-02-01')).toEqual(['10.00', '4.50', '0.00', 'EUR']);
  expect(await priceWhenShipped('2026-02-28')).toEqual(['10.00', '4.50', '0.00', 'EUR']);
  expect(await priceWhenShipped('2026-03-01')).toEqual(['12.50', '4.50', '0.00', 'EUR']);
  expect(await priceWhenShipped('2026-03-05')).toEqual(['9999.00', '4.50', '0.00', 'EUR']);
  await database.inCompany(s.companyId, (tx) => invalidatePrice(actOf(tx, clock, by), wrong));
  expect(await priceWhenShipped('2026-03-05')).toEqual(['12.50', '4.50', '0.00', 'EUR']);
  await set('7', '2026-03-10', { sponsorId: s.sponsorId, currency: 'USD' });
  expect(await priceWhenShipped('2026-03-09')).toEqual(['12.50', '4.50', '0.00', 'EUR']);
  expect(await priceWhenShipped('2026-03-10')).toEqual(['7.00', '4.50', '0.00', 'USD']);
  // The partner's own newer price does not take the place of what was agreed.
  await set('20', '2026-03-20');
  expect(await priceWhenShipped('2026-03-21')).toEqual(['7.00', '4.50', '0.00', 'USD']);
  // Nor does what the trial's next sponsor agreed, or that it has none.
  const next = await s.aSponsor(s.companyId);
  await set('8', '2026-03-20', { sponsorId: next });
  for (const sponsorId of [next, null]) {
    await s.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [s.trialId, sponsorId]);
    expect(await priceWhenShipped('2026-03-21')).toEqual(['7.00', '4.50', '0.00', 'USD']);
  }
});

test('OPS-13 OPS-41 P11-11 what was shipped while an ended price held keeps it, from whichever day the next one counts; with the day after, the partner’s own counts again', async () => {
  const s = await openShipments();
  const { admin } = s.people;
  const [product, fees] = [{ productId: s.tablet }, { currency: 'USD', shippingFee: '4', dispenseFee: '0' }];
  const ofPartner = { ...product, pharmacyId: s.pharmacyId };
  const ofSponsor = { ...product, sponsorId: s.sponsorId, partnerType: 'pharmacy', partnerId: s.pharmacyId };
  const set = async (drugPrice: string, effectiveDate: string) => {
    const answer = await admin.call(setPharmacyPrice, { body: { ...fees, ...ofPartner, drugPrice, effectiveDate } });
    expect([drugPrice, answer.status]).toEqual([drugPrice, 200]);
    return answer.reply.eventId;
  };
  const srId = await aShipment(s);
  const priceWhenShipped = async (shippedOn: string) => {
    await s.rows('update shipment_request set shipped_on = $2 where request_id = $1', [srId, shippedOn]);
    return rowsOf(await ofPharmacy(s))[0]?.['drugPrice'];
  };
  const on = async (days: string[]) => {
    const prices: unknown[] = [];
    for (const day of days) prices.push(await priceWhenShipped(day));
    return prices;
  };
  const { clock } = s.app;
  const today = clock.today();
  const [later, yesterday, tomorrow] = [addDays(today, -60), addDays(today, -1), addDays(today, 1)];
  const from = addDays(today, -90);
  const eventId = await set('10', from);
  expect((await admin.call(invalidatePharmacyPrice, { body: { ...ofPartner, eventId, ends: 1 } })).status).toBe(200);
  expect(await on([addDays(from, -1), from, today, tomorrow])).toEqual([null, '10.00', '10.00', null]);
  // One from inside of its span counts from its day on; one from its very day takes its place.
  await set('12', later);
  expect(await on([from, addDays(later, -1), later, tomorrow])).toEqual(['10.00', '10.00', '12.00', '12.00']);
  await set('11', from);
  expect(await on([from, addDays(later, -1), later, tomorrow])).toEqual(['11.00', '11.00', '12.00', '12.00']);
  // One from before does not reach into the days of one that has ended.
  const asked = { body: { ...fees, ...ofSponsor, drugPrice: '7', effectiveDate: later } };
  const agreed = (await admin.call(setSponsorPrice, asked)).reply.eventId;
  expect((await admin.call(invalidateSponsorPrice, { body: { eventId: agreed, ends: 1 } })).status).toBe(200);
  await admin.call(setSponsorPrice, { body: { ...asked.body, drugPrice: '6', effectiveDate: from } });
  const stood = [addDays(later, -1), later, yesterday, today, tomorrow];
  expect(await on(stood)).toEqual(['6.00', '7.00', '7.00', '7.00', '6.00']);
  const wrong = (await admin.call(sponsorPriceHistory, { query: ofSponsor })).reply.sponsorPrices[0]?.eventId;
  expect((await admin.call(invalidateSponsorPrice, { body: { eventId: wrong } })).status).toBe(200);
  expect(await on(stood)).toEqual(['11.00', '7.00', '7.00', '7.00', '12.00']);
});

test('OPS-13 OPS-41 an item is invoiced at the price of the unit that its line was asked for in, whatever unit the product has by now', async () => {
  const s = await openShipments();
  const given = { currency: 'USD', shippingFee: '4', dispenseFee: '0', effectiveDate: s.today };
  const setPrice = async (drugPrice: string) => {
    const price = { ...given, drugPrice, productId: s.tablet, pharmacyId: s.pharmacyId };
    const answer = await s.people.admin.call(setPharmacyPrice, { body: price });
    expect(answer.status, answer.message).toBe(200);
  };
  const changeUnit = (unit: string) =>
    s.rows('update product set quantity_unit = $2 where product_id = $1', [s.tablet, unit]);
  const priced = async () =>
    rowsOf(await ofPharmacy(s)).map((row) => [row['srId'], row['quantityUnit'], row['drugPrice']]);

  await changeUnit('Tablet');
  await setPrice('3.00');
  const inTablets = await s.aRequest();
  await changeUnit('Bottle');
  const unpriced = await aShipment(s);
  expect(await priced()).toEqual([[unpriced, 'Bottle', null]]);
  await setPrice('90.00');
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: { srId: inTablets, packages: [s.package_([s.item(s.tablet)])] },
  });
  expect(shipped.status, shipped.message).toBe(200);
  expect(await priced()).toEqual([
    [inTablets, 'Tablet', '3.00'],
    [unpriced, 'Bottle', '90.00'],
  ]);
});

test('OPS-13 P11-11 the price of a former unit, or of a removed product, can still be set for what was asked for in it, and for nothing else', async () => {
  const s = await openShipments();
  const admin = s.people.admin;
  const given = { currency: 'USD', shippingFee: '4', dispenseFee: '0', effectiveDate: s.today };
  const setPrice = async (drugPrice: string, quantityUnit?: string, pharmacyId = s.pharmacyId) => {
    const unit = quantityUnit === undefined ? {} : { quantityUnit };
    const answer = await admin.call(setPharmacyPrice, {
      body: { ...given, ...unit, drugPrice, productId: s.tablet, pharmacyId },
    });
    return [answer.status, answer.code];
  };
  const priced = async () => rowsOf(await ofPharmacy(s)).map((row) => [row['quantityUnit'], row['drugPrice']]);
  const product = (change: string) => s.rows(`update product set ${change} where product_id = $1`, [s.tablet]);

  await product("quantity_unit = 'Tablet'");
  await aShipment(s);
  await product("quantity_unit = 'Bottle'");
  type Named = readonly { quantityUnit: string }[] | undefined;
  const unitsOf = (named: Named) => named?.map(({ quantityUnit }) => quantityUnit);
  const formerUnits = async (pharmacyId = s.pharmacyId) =>
    unitsOf((await admin.call(pharmacyPriceHistory, { query: { productId: s.tablet, pharmacyId } })).reply.formerUnits);
  const ofSponsor = async (sponsorId: number) => {
    const query = { productId: s.tablet, sponsorId, partnerType: 'pharmacy', partnerId: s.pharmacyId };
    return unitsOf((await admin.call(sponsorPriceHistory, { query })).reply.formerUnits);
  };
  expect([await formerUnits(), await formerUnits(s.otherPharmacyId)]).toEqual([['Tablet'], []]);
  expect([await ofSponsor(s.sponsorId), await ofSponsor(await s.aSponsor(s.companyId))]).toEqual([['Tablet'], []]);
  expect(await setPrice('2.00', 'Carton')).toEqual([400, 'invalid']);
  expect(await setPrice('2.00', 'Tablet', s.otherPharmacyId)).toEqual([400, 'invalid']);
  expect(await priced()).toEqual([['Tablet', null]]);
  expect(await setPrice('3.00', 'Tablet')).toEqual([200, undefined]);
  expect(await priced()).toEqual([['Tablet', '3.00']]);
  // All of it has its price now, so no screen asks for one.
  expect([await formerUnits(), await ofSponsor(s.sponsorId)]).toEqual([[], []]);

  await aShipment(s);
  await product('removed_at = now()');
  expect(await setPrice('90.00', 'Bottle', s.otherPharmacyId)).toEqual([404, 'not_found']);
  expect(await setPrice('90.00')).toEqual([200, undefined]);
  expect(await priced()).toEqual([
    ['Tablet', '3.00'],
    ['Bottle', '90.00'],
  ]);
});

test('a former unit is named as long as something that was asked for in it has no price; what was cancelled or replaced is nothing', async () => {
  const s = await openShipments();
  const changeUnit = (unit: string) =>
    s.rows('update product set quantity_unit = $2 where product_id = $1', [s.tablet, unit]);
  const formerUnits = async () =>
    (
      await s.people.admin.call(pharmacyPriceHistory, { query: { productId: s.tablet, pharmacyId: s.pharmacyId } })
    ).reply.formerUnits?.map(({ quantityUnit }) => quantityUnit);
  await changeUnit('Tablet');
  const [waiting, cancelled] = [await s.aRequest(), await s.aRequest()];
  await s.rows(`update product set drug_name = 'Aurelix', dosage_form = 'Tablet' where product_id = $1`, [s.tablet]);
  const strong = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Capsule' });
  await changeUnit('Carton');
  const replaced = await s.aRequest();
  await changeUnit('Bottle');
  await s.aRequest();
  expect(await formerUnits()).toEqual(['Carton', 'Tablet']);
  const shipped = await s.people.pharmacist.call(api.shipByPharmacy, {
    body: {
      srId: replaced,
      replacements: [
        { oldProductId: s.tablet, newProductId: strong, quantity: 4, daysOfSupply: 28, directions: 'One daily' },
      ],
      packages: [s.package_([s.item(strong)])],
    },
  });
  expect(shipped.status, shipped.message).toBe(200);
  expect(await formerUnits()).toEqual(['Tablet']);
  await s.put(waiting, { status: 'cancelled' });
  expect(await formerUnits()).toEqual(['Tablet']);
  await s.put(cancelled, { status: 'cancelled' });
  expect(await formerUnits()).toEqual([]);
});

test('OPS-13 the history names the first day on which something in a former unit has no price: one that is set from there is that of all of it', async () => {
  const s = await openShipments();
  const product = (change: string) => s.rows(`update product set ${change} where product_id = $1`, [s.tablet]);
  const query = { productId: s.tablet, pharmacyId: s.pharmacyId };
  const named = async () => (await s.people.admin.call(pharmacyPriceHistory, { query })).reply.formerUnits;
  const daysAgo = (days: number) => addDays(s.today, -days);
  const shippedAgo = async (days: number) => {
    const srId = await aShipment(s);
    await s.rows('update shipment_request set shipped_on = $2 where request_id = $1', [srId, daysAgo(days)]);
  };
  await product("quantity_unit = 'Carton'");
  await s.aRequest();
  await product("quantity_unit = 'Tablet'");
  await shippedAgo(5);
  await shippedAgo(30);
  await s.aRequest();
  await product("quantity_unit = 'Bottle'");
  const inTablets = { quantityUnit: 'Tablet', since: daysAgo(30) };
  const inCartons = { quantityUnit: 'Carton', since: s.today };
  expect(await named()).toEqual([inCartons, inTablets]);
  const setFrom = async ({ quantityUnit, since }: typeof inTablets) => {
    const given = { drugPrice: '3.00', currency: 'USD', shippingFee: '4', dispenseFee: '0' };
    const body = { ...given, ...query, quantityUnit, effectiveDate: since };
    const answer = await s.people.admin.call(setPharmacyPrice, { body });
    expect(answer.status, answer.message).toBe(200);
  };
  await setFrom(inTablets);
  expect(await named()).toEqual([inCartons]);
  await setFrom(inCartons);
  expect(await named()).toEqual([]);
  expect(rowsOf(await ofPharmacy(s)).map((row) => row['drugPrice'])).toEqual(['3.00', '3.00']);
});

test('OPS-13 BAT-07 what was shipped as a batch is in the report of its period, beside single shipments', async () => {
  const s = await openShipments();
  const [single, batch] = [await aShipment(s), await aShipment(s, { isBatchShipment: 1 })];
  for (const answer of [await ofPharmacy(s), await ofSite(s)]) expect(idsOf(answer)).toEqual([single, batch]);
});

test('OPS-13 the subject numbers of a request stand together in its rows', async () => {
  const s = await openShipments();
  await aShipment(s, { participants: [s.subject('111-222'), s.subject('717-919', s.ada)] });
  await aShipment(s, { participants: [] });
  expect(rowsOf(await ofSite(s)).map((row) => row['subjectNumber'])).toEqual(['111-222, 717-919', '']);
});

test('OPS-13 OPS-68 a subject number that was corrected since stands on the invoice with the one of now first, and says what is nobody’s for sure', async () => {
  const s = await openShipments();
  const person = (fname: string, subject_number: string) =>
    givenParticipant(s.siteId, { fname, lname: 'Planted', subject_number });
  const renumber = async (participant_id: number, given: object) => {
    const body = { ...given, participant_id, addressChanged: 0 };
    expect((await s.people.admin.call(changeParticipant, { body })).status).toBe(200);
  };
  await aShipment(s, { participants: [s.subject('717-919', s.ada), s.subject('717-930')] });
  const bob = (await s.people.admin.call(addParticipant, { body: person('Bob', '717-930') })).reply.participantId;
  await renumber(s.ada, person('Adelheid', '717-991'));
  await renumber(bob, person('Bob', '717-931'));
  const told = '717-991 (asked for as 717-919), 717-930 (may be another participant’s by now)';
  for (const answer of [await ofSite(s), await ofPharmacy(s)])
    expect(rowsOf(answer).map((row) => row['subjectNumber'])).toEqual([told]);
  const site = s.people.siteUser.providerId;
  await s.app.accessLog.flush();
  expect(
    await s.rows('select record_ids from access_entry where call = $1 and provider_id = $2', [
      `GET ${invoiceForSite.path}`,
      site,
    ]),
  ).toEqual([{ record_ids: [s.ada] }]);
});

test('PRV-04 ROL-29 the wholesaler and the sponsor get every column but the subject number, the others all', async () => {
  const s = await openShipments();
  const withAda = { participants: [s.subject('717-919', s.ada)] };
  await aShipment(s, withAda);
  await aPenShipment(s, withAda);
  for (const answer of [await ofSite(s), await ofSite(s, 'admin'), await ofSite(s, 'other'), await ofPharmacy(s)])
    for (const row of rowsOf(answer)) expect([Object.keys(row), row['subjectNumber']]).toEqual([columns, '717-919']);
  for (const answer of [await ofWholesaler(s), await ofSite(s, 'sponsor')]) {
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    for (const row of rowsOf(answer)) expect(Object.keys(row)).toEqual(withoutSubject);
    expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/717-919|Adelheid|Planted|participant/);
  }
});

test('API-25 API-26 ROL-26 a partner gets the rows of its own requests alone, and no answer in the name of another', async () => {
  const s = await openShipments();
  const [tablets, pens] = [await aShipment(s), await aPenShipment(s)];
  expect(idsOf(await ofPharmacy(s))).toEqual([tablets]);
  expect(idsOf(await ofWholesaler(s))).toEqual([pens]);
  const elsewhere = await s.people.pharmacistElsewhere.call(invoiceForPharmacy, {
    query: { ppId: s.otherPharmacyId, ...always },
  });
  expect(rowsOf(elsewhere)).toEqual([]);
  for (const ppId of [s.otherPharmacyId, s.wholesalerId, s.theirs.pharmacyId, 99_999]) {
    const answer = await ofPharmacy(s, { ppId });
    expect([ppId, answer.status, answer.code]).toEqual([ppId, 403, 'forbidden']);
  }
  for (const wpId of [s.otherWholesalerId, s.pharmacyId, s.theirs.wholesalerId])
    expect([wpId, (await ofWholesaler(s, { wpId })).status]).toEqual([wpId, 403]);
  const unattached = await s.signedIn(await s.aPerson('Pharmacy User', { company_id: s.companyId }));
  const asked = { query: { ppId: s.pharmacyId, ...always } };
  expect((await unattached.call(invoiceForPharmacy, asked)).status).toBe(403);
});

test('SEC-22 SEC-23 a trial stands for its sites in sight; a group out of sight is like one that does not exist', async () => {
  const s = await openShipments();
  const here = await aShipment(s);
  const there = (
    await s.people.siteUserElsewhere.call(api.createRequest, {
      body: s.order({ gId: s.otherSiteId, participants: [s.subject('123-456')] }),
    })
  ).reply.srIds[0] as number;
  const shipped = await s.people.pharmacistElsewhere.call(api.shipByPharmacy, {
    body: { srId: there, packages: [s.package_([s.item(s.tablet)])] },
  });
  expect(shipped.status).toBe(200);
  const trial = { gId: s.trialId };
  expect(idsOf(await ofSite(s, 'admin', trial))).toEqual([here, there]);
  expect(idsOf(await ofSite(s, 'siteUser', trial))).toEqual([here]);
  expect(idsOf(await ofSite(s, 'siteUserElsewhere', trial))).toEqual([there]);
  expect(idsOf(await ofSite(s, 'admin', { gId: s.otherSiteId }))).toEqual([there]);
  const clinic = await s.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Clinic', 'Clinic', now()) returning care_group_id as id`,
    [s.companyId],
  );
  const nowhere = await ofSite(s, 'admin', { gId: 99_999 });
  for (const [who, gId] of [
    ['siteUser', s.otherSiteId],
    ['other', s.otherSiteId],
    ['siteUser', s.theirs.siteId],
    ['siteUser', s.theirs.trialId],
    ['admin', s.theirs.siteId],
    ['admin', clinic[0]?.id],
    ['adminAbroad', s.siteId],
    ['siteUserAbroad', s.trialId],
  ] as const) {
    const answer = await ofSite(s, who, { gId });
    expect([who, gId, answer.status, answer.body]).toEqual([who, gId, 404, nowhere.body]);
  }
});

test('OPS-66 ROL-39 a sponsor gets the invoice of its own trials, and of the other shipping calls none', async () => {
  const s = await openShipments();
  const srIds = [await aShipment(s), await aPenShipment(s)];
  for (const gId of [s.trialId, s.siteId]) expect(idsOf(await ofSite(s, 'sponsor', { gId }))).toEqual(srIds);
  const another = await s.aTrial(s.companyId);
  for (const gId of [another, await s.aSite(s.companyId, another), s.theirs.trialId, 99_999])
    expect([gId, (await ofSite(s, 'sponsor', { gId })).status]).toEqual([gId, 404]);
  const refused = [
    await s.people.sponsor.call(api.listForSite, { query: { gId: s.siteId } }),
    await s.people.sponsor.call(api.readForSite, { query: { gId: s.siteId, srId: srIds[0] } }),
    await s.people.sponsor.call(api.createRequest, { body: s.order() }),
    await s.people.sponsor.call(invoiceForPharmacy, { query: { ppId: s.pharmacyId, ...always } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('SEC-24 OPS-15 each invoice is for its own kind of people, with a session, of a company that has the module', async () => {
  const s = await openShipments();
  const asked: [Endpoint, Record<string, unknown>, (keyof Shipments['people'])[]][] = [
    [invoiceForSite, { gId: s.siteId }, ['pharmacist', 'wholesaler']],
    [invoiceForPharmacy, { ppId: s.pharmacyId }, ['nurse', 'siteUser', 'admin', 'sponsor', 'wholesaler']],
    [invoiceForWholesaler, { wpId: s.wholesalerId }, ['nurse', 'siteUser', 'admin', 'sponsor', 'pharmacist']],
  ];
  for (const [call, own, others] of asked) {
    const query = { ...own, ...always };
    expect((await s.call(call, { query })).status).toBe(401);
    for (const who of others)
      expect([call.path, who, (await s.people[who].call(call, { query })).status]).toEqual([call.path, who, 403]);
  }
  await s.rows('delete from company_module where company_id = $1', [s.companyId]);
  expect([await ofSite(s), await ofPharmacy(s), await ofWholesaler(s)].map(({ status }) => status)).toEqual([
    403, 403, 403,
  ]);
});

test('PRV-01 an invoice leaves a note of the participants it names, a refused one too; where none are named there is none', async () => {
  const s = await openShipments();
  const bert = await s.aParticipant(s.companyId, s.trialId, s.siteId, { subject_number: '717-920' });
  await aShipment(s, { participants: [s.subject('717-919', s.ada), s.subject('717-920', bert)] });
  await aShipment(s, { participants: [s.subject('555-555')] });
  await aPenShipment(s, { participants: [s.subject('717-919', s.ada)] });
  await s.app.accessLog.flush();
  const [{ last } = { last: 0 }] = await s.rows<{ last: number }>(
    'select coalesce(max(entry_id), 0)::int as last from access_entry',
  );
  await ofSite(s);
  await ofPharmacy(s);
  await ofWholesaler(s);
  await ofSite(s, 'sponsor');
  await ofSite(s, 'siteUserElsewhere');
  await s.app.accessLog.flush();
  const entry = (who: keyof Shipments['people'], call: Endpoint, ids: number[], outcome = 'read') => ({
    provider_id: s.people[who].providerId,
    call: `${call.method} ${call.path}`,
    ids,
    outcome,
  });
  expect(
    await s.rows(
      'select provider_id, call, array(select unnest(record_ids) order by 1) as ids, outcome from access_entry where entry_id > $1 order by entry_id',
      [last],
    ),
  ).toEqual([
    entry('siteUser', invoiceForSite, [s.ada, bert]),
    entry('pharmacist', invoiceForPharmacy, [s.ada, bert]),
    entry('siteUserElsewhere', invoiceForSite, [], 'refused'),
  ]);
});

test('20,000 rows are answered; one more asks for a shorter period instead of leaving some out', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  const srId = await aShipment(s);
  const more = (count: number) =>
    s.rows(
      `insert into package_item (company_id, package_id, line_id, quantity, lot_id, lot_number, expires_on)
       select company_id, package_id, line_id, 1, lot_id, 'L' || n, expires_on from package_item, generate_series(1, $2::int) n
       where item_id = (select min(item_id) from package_item join shipment_package using (package_id) where request_id = $1)`,
      [srId, count],
    );
  await more(19_999);
  const full = rowsOf(await ofPharmacy(s));
  expect([full.length, full[0]?.['lotNumber'], full.at(-1)?.['lotNumber']]).toEqual([20_000, 'L1', 'L19999']);
  await more(1);
  const refused = await ofPharmacy(s);
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'shipment.too_many_rows',
    'The report would be too long. Please choose a shorter period.',
  ]);
});
