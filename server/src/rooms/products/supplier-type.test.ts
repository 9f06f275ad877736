/** What becomes of the suppliers of a product when it is not for their kind any more. */
import { listPharmacySupply } from '@portal/contract/partners/endpoints.ts';
import { connectPharmacy, disconnectPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { addPharmacySupplier } from '@portal/contract/partners/supply-endpoints.ts';
import { invalidatePharmacyPrice, pharmacyPriceHistory, setPharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import * as api from '@portal/contract/products/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';

/** A trial with two sites that one pharmacy supplies with the tablet. */
async function aSuppliedTablet() {
  const portal = await openPortal();
  const ours = await portal.aTrialAtWork();
  const { companyId, trialId, siteId, tablet, pharmacyId } = ours;
  const otherSiteId = await portal.aSite(companyId, trialId);
  await portal.connect(companyId, otherSiteId, pharmacyId, [tablet]);
  const admin = await portal.signedIn(ours.admin);
  const change = (over: object) =>
    admin.call(api.changeProduct, {
      body: {
        g_id: trialId,
        productId: tablet,
        drugName: 'Aurelix',
        dosageForm: 'Tablet',
        quantityUnit: 'Bottle',
        directions: 'Take one daily',
        quantityDefault: 2,
        batchQuantityDefault: 5,
        maxShipmentQuantity: 10,
        daysOfSupplyDefault: 30,
        ...over,
      },
    });
  const suppliers = async () =>
    (await admin.call(listPharmacySupply, { query: { g_id: trialId, productId: tablet } })).reply.map((one) => [
      one.ppId,
      one.isSupplier,
    ]);
  const price = {
    pharmacyId,
    productId: tablet,
    drugPrice: '5',
    currency: 'USD',
    shippingFee: '0',
    dispenseFee: '0',
    effectiveDate: '2031-01-10',
  };
  const supply = { g_id: siteId, ppId: pharmacyId, productId: tablet };
  return { portal, ours, otherSiteId, admin, change, suppliers, price, supply };
}
const toWholesalers = { pharmacySupplied: 0, wholesalerSupplied: 1 };
const toBoth = { pharmacySupplied: 1, wholesalerSupplied: 1 };

test('PRD-10 PSU-02 PSU-05 P11-09 P11-11 a product that is turned over to wholesalers has no pharmacy as its supplier any more, at no site, also when it is turned back', async () => {
  const { portal, ours, otherSiteId, change, suppliers } = await aSuppliedTablet();
  expect(await suppliers()).toEqual([[ours.pharmacyId, true]]);
  expect((await change(toWholesalers)).status).toBe(200);
  expect((await change(toBoth)).status).toBe(200);
  expect(await suppliers()).toEqual([[ours.pharmacyId, false]]);
  const ended = await portal.rows(
    `select record_id::int as "siteId", changes from audit_entry where action = 'site.supplier_removed' order by record_id::int`,
  );
  const link = [
    { field: 'partner_id', old: ours.pharmacyId },
    { field: 'product_id', old: ours.tablet },
  ];
  expect(ended).toEqual([
    { siteId: ours.siteId, changes: link },
    { siteId: otherSiteId, changes: link },
  ]);
  // Ended, not erased; what wholesalers supply is left alone.
  const links = await portal.rows('select product_id, removed_at is not null as ended from product_supply order by 1');
  expect(links).toEqual([
    { product_id: ours.tablet, ended: true },
    { product_id: ours.tablet, ended: true },
    { product_id: ours.pen, ended: false },
  ]);
});

test('OPS-40 the supplier type is not taken away while a partner of that kind has a valid price: nothing changes until it is invalidated', async () => {
  const { portal, ours, admin, change, suppliers, price } = await aSuppliedTablet();
  const { eventId } = (await admin.call(setPharmacyPrice, { body: price })).reply;
  const refused = await change({ ...toWholesalers, drugName: 'Renamed' });
  expect([refused.status, refused.message]).toEqual([400, 'Must invalidate pricing before removing this supplier.']);
  expect(await suppliers()).toEqual([[ours.pharmacyId, true]]);
  expect(
    await portal.rows('select version, pharmacy_supplied from product where product_id = $1', [ours.tablet]),
  ).toEqual([{ version: 1, pharmacy_supplied: true }]);
  await admin.call(invalidatePharmacyPrice, {
    body: { eventId, pharmacyId: ours.pharmacyId, productId: ours.tablet },
  });
  expect((await change(toWholesalers)).status).toBe(200);
});

test('OPS-40 the price of a partner that does not supply the product is not in the way of another supplier type, and counts once it supplies it', async () => {
  const { portal, ours, admin, change, suppliers, price } = await aSuppliedTablet();
  const ahead = await portal.aPartner(ours.companyId, 'pharmacy');
  await portal.connect(ours.companyId, ours.siteId, ahead);
  const { eventId } = (await admin.call(setPharmacyPrice, { body: { ...price, pharmacyId: ahead } })).reply;
  expect((await change(toWholesalers)).status).toBe(200);
  expect((await change(toBoth)).status).toBe(200);
  const supply = { g_id: ours.siteId, ppId: ahead, productId: ours.tablet };
  expect((await admin.call(addPharmacySupplier, { body: supply })).status).toBe(200);
  expect(await suppliers()).toContainEqual([ahead, true]);
  const { pharmacyPrices } = (
    await admin.call(pharmacyPriceHistory, { query: { pharmacyId: ahead, productId: ours.tablet } })
  ).reply;
  expect(pharmacyPrices.map((one) => one.eventId)).toEqual([eventId]);
  expect((await change(toWholesalers)).message).toBe('Must invalidate pricing before removing this supplier.');
});

test('OPS-40 the price of a partner that supplies the product at removed sites alone is not in the way of another supplier type', async () => {
  const { portal, ours, otherSiteId, admin, change, price } = await aSuppliedTablet();
  expect((await admin.call(setPharmacyPrice, { body: price })).status).toBe(200);
  const remove = (siteId: number) =>
    portal.rows('update care_group set removed_at = now() where care_group_id = $1', [siteId]);
  await remove(otherSiteId);
  expect((await change(toWholesalers)).message).toBe('Must invalidate pricing before removing this supplier.');
  await remove(ours.siteId);
  expect((await change(toWholesalers)).status).toBe(200);
});

test('PRD-10 a change that does not name the supplier type leaves it and the suppliers as they are', async () => {
  const { ours, change, suppliers } = await aSuppliedTablet();
  expect((await change({ drugName: 'Renamed' })).status).toBe(200);
  expect(await suppliers()).toEqual([[ours.pharmacyId, true]]);
});

test('REL-08 PSU-05 of a new supplier, or a new price, and another supplier type at once, no pharmacy supplies what is not for pharmacies', async () => {
  const { portal, ours, admin, change, supply, price } = await aSuppliedTablet();
  for (let round = 0; round < 8; round += 1) {
    const [, , turned] = await Promise.all([
      admin.call(addPharmacySupplier, { body: supply }),
      admin.call(setPharmacyPrice, { body: price }),
      change(toWholesalers),
    ]);
    const [now] = await portal.app.database.readInCompany(
      ours.companyId,
      async (tx) =>
        (
          await sql<{ forPharmacies: boolean; links: number }>`
            select pharmacy_supplied as "forPharmacies",
              (select count(*)::int from product_supply s where s.product_id = p.product_id and s.removed_at is null) as links
            from product p where product_id = ${ours.tablet}`.execute(tx)
        ).rows,
    );
    expect(now?.forPharmacies).toBe(turned.status === 400);
    expect({ ...now, whole: now?.forPharmacies === true || now?.links === 0 }).toEqual({ ...now, whole: true });
    await portal.rows('update product_price set invalidated_at = now() where invalidated_at is null');
    await change(toBoth);
    await admin.call(addPharmacySupplier, { body: supply });
  }
});

test('REL-08 P11-09 a supply that ends by another supplier type and by its partner leaving the site at once has one entry', async () => {
  onItsOwn();
  const { portal, ours, admin, change, suppliers } = await aSuppliedTablet();
  for (let round = 0; round < 8; round += 1) {
    const [turned, left] = await Promise.all([
      change(toWholesalers),
      admin.call(disconnectPharmacy, { query: { g_id: ours.siteId, ppId: ours.pharmacyId } }),
    ]);
    expect([turned.status, left.status]).toEqual([200, 200]);
    await change(toBoth);
    await admin.call(connectPharmacy, { body: { g_id: ours.siteId, ppId: ours.pharmacyId } });
    const supply = { g_id: ours.siteId, ppId: ours.pharmacyId, productId: ours.tablet };
    expect((await admin.call(addPharmacySupplier, { body: supply })).status).toBe(200);
  }
  expect(await suppliers()).toEqual([[ours.pharmacyId, false]]);
  const [ended] = await portal.rows<{ links: number; entries: number }>(
    `select (select count(*)::int from product_supply where removed_at is not null) as links,
      (select count(*)::int from audit_entry where action = 'site.supplier_removed') as entries`,
  );
  expect(ended).toEqual({ links: 9, entries: 9 });
});
