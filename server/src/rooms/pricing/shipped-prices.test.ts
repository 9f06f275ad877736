/** What was shipped is invoiced: where it has no price that is told, and its prices stay within reach whoever its partner serves by now. */
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { disconnectPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { removePharmacySupplier } from '@portal/contract/partners/supply-endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { listGridPrices, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import type { Caller } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';

const amounts = { drugPrice: '3.00', currency: 'USD', shippingFee: '4', dispenseFee: '0' };

/** A trial whose pharmacy ships the tablet, or in its place another form of it, which it does not supply. */
async function openMarket() {
  const s = await openShipments();
  const { admin, pharmacist } = s.people;
  await s.rows(`update product set drug_name = 'Aurelix', dosage_form = 'Tablet' where product_id = $1`, [s.tablet]);
  const capsule = await s.aProduct(s.companyId, s.trialId, { drug_name: 'Aurelix', dosage_form: 'Capsule' });
  const daysAgo = (days: number) => addDays(s.today, -days);
  const ship = async (productId: number, days: number) => {
    const srId = await s.aRequest();
    const inPlace = { oldProductId: s.tablet, newProductId: productId, quantity: 4, daysOfSupply: 28 };
    const answer = await pharmacist.call(shipByPharmacy, {
      body: {
        srId,
        ...(productId !== s.tablet && { replacements: [{ ...inPlace, directions: 'One daily' }] }),
        packages: [s.package_([s.item(productId)])],
      },
    });
    expect(answer.status, answer.message).toBe(200);
    await s.rows('update shipment_request set shipped_on = $2 where request_id = $1', [srId, daysAgo(days)]);
    return srId;
  };
  const keys = (productId: number) => ({ productId, pharmacyId: s.pharmacyId });
  return {
    ...s,
    admin,
    capsule,
    daysAgo,
    ship,
    keys,
    /** Of which products a price of the pharmacy is missing, and whether it supplies them. */
    missing: async () =>
      (await admin.call(api.listMissingPrices, {})).reply.missing
        .filter(({ partnerId }) => partnerId === s.pharmacyId)
        .map(({ productId, isSupplier }) => [productId, isSupplier]),
    missingAt: async (siteId: number) =>
      (await admin.call(readSetUp, { query: { g_id: s.trialId } })).reply.sites
        .find(({ gId }) => gId === siteId)
        ?.missingPrices.filter(({ partnerId }) => partnerId === s.pharmacyId)
        .map(({ productId }) => productId),
    /** Of how many missing prices the administrator is told again and again, and how many of the list are of what is supplied. */
    needed: async () => [
      (await admin.call(listNeeds, { query: { today: s.today } })).reply.needs.find(({ kind }) => kind === 'price')
        ?.count ?? 0,
      (await admin.call(api.listMissingPrices, {})).reply.missing.filter(({ isSupplier }) => isSupplier).length,
    ],
    since: async (productId: number) =>
      (await admin.call(api.pharmacyPriceHistory, { query: keys(productId) })).reply.since,
    setFrom: async (productId: number, effectiveDate: string, caller: Caller = admin) =>
      caller.call(api.setPharmacyPrice, { body: { ...amounts, ...keys(productId), effectiveDate } }),
    cells: async (g_id: number, caller: Caller = admin) =>
      (await caller.call(listGridPrices, { query: { g_id } })).reply.prices
        .filter(({ partnerId }) => partnerId === s.pharmacyId)
        .map(({ productId, isConnected, wasAsked }) => ({ productId, isConnected, wasAsked })),
  };
}

test('OPS-13 what was packed in place of another product without a price is among the missing prices, and its history names the first such day', async () => {
  const m = await openMarket();
  expect((await m.setFrom(m.tablet, m.daysAgo(30))).status).toBe(200);
  expect(await m.missing()).toEqual([]);
  await m.ship(m.capsule, 2);
  await m.ship(m.capsule, 1);
  expect(await m.missing()).toEqual([[m.capsule, false]]);
  // Only what is supplied keeps a site from being set up, and is told of again and again: here what others supply.
  expect([await m.missingAt(m.siteId), await m.needed()]).toEqual([[], [3, 3]]);
  expect([await m.since(m.capsule), await m.since(m.tablet)]).toEqual([m.daysAgo(2), undefined]);
  // A price from a later day says nothing of what was shipped before.
  expect((await m.setFrom(m.capsule, m.daysAgo(1))).status).toBe(200);
  expect([await m.since(m.capsule), await m.missing()]).toEqual([m.daysAgo(2), [[m.capsule, false]]]);
  expect((await m.setFrom(m.capsule, m.daysAgo(2))).status).toBe(200);
  expect([await m.since(m.capsule), await m.missing()]).toEqual([undefined, []]);
});

test('OPS-13 what was shipped without a price stays among the missing prices when its partner does not supply it any more; what was cancelled, or is not shipped, does not', async () => {
  const m = await openMarket();
  await m.aRequest({}, { status: 'cancelled' });
  await m.aRequest();
  const supply = { g_id: m.siteId, ppId: m.pharmacyId, productId: m.tablet };
  expect(await m.missing()).toEqual([[m.tablet, true]]);
  expect((await m.admin.call(removePharmacySupplier, { query: supply })).status).toBe(200);
  expect([await m.missing(), await m.missingAt(m.siteId), await m.since(m.tablet)]).toEqual([[], [], undefined]);
  await m.supply(m.companyId, m.siteId, m.pharmacyId, m.tablet);
  await m.ship(m.tablet, 3);
  expect([await m.missing(), await m.since(m.tablet)]).toEqual([[[m.tablet, true]], m.daysAgo(3)]);
  expect((await m.admin.call(removePharmacySupplier, { query: supply })).status).toBe(200);
  expect([await m.missing(), await m.missingAt(m.siteId)]).toEqual([[[m.tablet, false]], []]);
});

test('OPS-13 what was shipped without a price stays among the missing prices when the unit of its product is changed, and when its trial does not ship any more, until it has one', async () => {
  const m = await openMarket();
  const priced = (productId: number, quantityUnit: string) =>
    m.admin.call(api.setPharmacyPrice, {
      body: { ...amounts, ...m.keys(productId), quantityUnit, effectiveDate: m.daysAgo(9) },
    });
  await m.ship(m.capsule, 2);
  const [was] = await m.rows<{ unit: string }>('select quantity_unit as unit from product where product_id = $1', [
    m.capsule,
  ]);
  await m.rows(`update product set quantity_unit = 'Carton' where product_id = $1`, [m.capsule]);
  expect(await m.missing()).toEqual([
    [m.tablet, true],
    [m.capsule, false],
  ]);
  expect((await priced(m.capsule, 'Carton')).status).toBe(200);
  expect(await m.missing()).toContainEqual([m.capsule, false]);
  expect((await priced(m.capsule, was!.unit)).status).toBe(200);
  expect(await m.missing()).toEqual([[m.tablet, true]]);

  await m.ship(m.tablet, 2);
  await m.rows('update care_group set has_shipping = false where care_group_id = $1', [m.trialId]);
  expect([await m.missing(), await m.needed()]).toEqual([[[m.tablet, false]], [0, 0]]);
  expect((await m.setFrom(m.tablet, m.daysAgo(2))).status).toBe(200);
  expect(await m.missing()).toEqual([]);
});

test('OPS-13 SEC-23 OPS-45 the prices of what a partner shipped are within reach of who sees the trial after it was disconnected, and of nobody else', async () => {
  const m = await openMarket();
  const person = async (groups: number[]) =>
    m.signedIn(await m.aPerson('Site User', { company_id: m.companyId, admin_rights: true }, groups));
  const [ofTrial, ofSite, ofOther] = [
    await person([m.trialId, m.siteId, m.otherSiteId]),
    await person([m.siteId]),
    await person([m.otherSiteId]),
  ];
  const { eventId } = (await m.setFrom(m.tablet, m.daysAgo(30))).reply;
  const srId = await m.ship(m.tablet, 2);
  await m.put(srId, { status: 'received', shippedOn: m.daysAgo(2) });
  const asked = { productId: m.tablet, isConnected: true, wasAsked: true };
  expect(await m.cells(m.trialId)).toContainEqual(asked);
  const end = { body: { eventId, ...m.keys(m.tablet), ends: 1 } };
  expect((await ofTrial.call(api.invalidatePharmacyPrice, end)).status).toBe(200);
  const leaving = { query: { g_id: m.siteId, ppId: m.pharmacyId } };
  expect((await m.admin.call(disconnectPharmacy, leaving)).status).toBe(200);

  const left = [{ ...asked, isConnected: false }];
  for (const caller of [m.admin, ofTrial])
    expect([await m.cells(m.trialId, caller), await m.cells(m.siteId, caller)]).toEqual([left, left]);
  expect([await m.cells(m.siteId, ofSite), await m.cells(m.trialId, ofOther)]).toEqual([left, []]);
  const history = async (caller: Caller, productId = m.tablet) =>
    (await caller.call(api.pharmacyPriceHistory, { query: m.keys(productId) })).status;
  expect([await history(ofTrial), await history(ofSite), await history(ofOther)]).toEqual([200, 200, 404]);
  expect(await history(ofTrial, m.capsule)).toBe(404);
  const ofOtherKind = { wholesalerId: m.pharmacyId, productId: m.tablet };
  expect((await ofTrial.call(api.wholesalerPriceHistory, { query: ofOtherKind })).status).toBe(404);
  const wrong = { body: { eventId, ...m.keys(m.tablet) } };
  expect((await ofSite.call(api.invalidatePharmacyPrice, wrong)).status).toBe(404);
  expect((await ofTrial.call(api.invalidatePharmacyPrice, wrong)).status).toBe(200);
  expect((await m.setFrom(m.tablet, m.daysAgo(30), ofSite)).status).toBe(404);
  expect((await m.setFrom(m.tablet, m.daysAgo(30), ofTrial)).status).toBe(200);
  // A request that is cancelled is not invoiced.
  await m.put(srId, { status: 'cancelled' });
  expect([await m.cells(m.trialId), await history(ofTrial)]).toEqual([[], 404]);
});

test('OPS-13 SEC-23 since when something has been shipped without a price is told of the sites in sight', async () => {
  const m = await openMarket();
  await m.connect(m.companyId, m.otherSiteId, m.pharmacyId);
  await m.ship(m.tablet, 2);
  const sinceFor = async (groups: number[]) => {
    const reader = await m.signedIn(await m.aPerson('Site User', { company_id: m.companyId }, groups));
    const { status, reply } = await reader.call(api.pharmacyPriceHistory, { query: m.keys(m.tablet) });
    return [status, reply?.since];
  };
  expect([await sinceFor([m.otherSiteId]), await sinceFor([m.siteId]), await sinceFor([m.trialId])]).toEqual([
    [200, undefined],
    [200, m.daysAgo(2)],
    [200, m.daysAgo(2)],
  ]);
});

test('OPS-13 the prices tell of a product that is not for its partner any more whether something was asked for of it', async () => {
  const m = await openMarket();
  await m.ship(m.tablet, 2);
  await m.rows('update product set pharmacy_supplied = false, wholesaler_supplied = true where product_id = $1', [
    m.tablet,
  ]);
  await m.rows('update product_supply set removed_at = now() where product_id = $1', [m.tablet]);
  const connected = { isConnected: true, wasAsked: false };
  expect(await m.cells(m.siteId)).toEqual([
    { ...connected, productId: m.tablet, wasAsked: true },
    { ...connected, productId: m.pen },
    { ...connected, productId: m.capsule },
  ]);
  expect(await m.missing()).toEqual([[m.tablet, false]]);
});
