/** The supplier switches of a site and of a trial. */
import * as partners from '@portal/contract/partners/endpoints.ts';
import * as api from '@portal/contract/partners/supply-endpoints.ts';
import { setPharmacyPrice, invalidatePharmacyPrice, setSponsorPrice } from '@portal/contract/pricing/endpoints.ts';
import { shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy } from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

/** Two sites of one trial with a pharmacy and a wholesaler at both, that supply nothing yet. */
async function twoSites() {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const sponsorId = await portal.aSponsor(companyId);
  const trialId = await portal.aTrial(companyId, { sponsor_id: sponsorId });
  const [boston, lyon] = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  const tablet = await portal.aProduct(companyId, trialId);
  const pen = await portal.aProduct(companyId, trialId, { pharmacy_supplied: false, wholesaler_supplied: true });
  const northgate = await portal.aPartner(companyId, 'pharmacy');
  const baltic = await portal.aPartner(companyId, 'wholesaler');
  const idle = await portal.aPartner(companyId, 'pharmacy');
  for (const site of [boston, lyon])
    for (const partner of [northgate, baltic]) await portal.connect(companyId, site, partner);
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const ofPharmacy = (g_id: number, productId = tablet) => ({ g_id, ppId: northgate, productId });
  const ofWholesaler = (g_id: number, productId = pen) => ({ g_id, wpId: baltic, productId });
  const isSupplier = async (query: ReturnType<typeof ofPharmacy> | ReturnType<typeof ofWholesaler>) =>
    ('ppId' in query
      ? (await admin.call(partners.listPharmacySupply, { query })).reply
      : (await admin.call(partners.listWholesalerSupply, { query })).reply
    ).map((one) => one.isSupplier)[0];
  const price = (over: object = {}) => ({
    drugPrice: '12.50',
    currency: 'USD',
    shippingFee: '0',
    dispenseFee: '0',
    effectiveDate: '2026-01-10',
    productId: tablet,
    pharmacyId: northgate,
    ...over,
  });
  const entries = () =>
    portal.rows<{ action: string; record_id: string }>(
      `select action, record_id from audit_entry where action like 'site.%' order by seq`,
    );
  return {
    portal,
    companyId,
    sponsorId,
    trialId,
    boston,
    lyon,
    tablet,
    pen,
    northgate,
    baltic,
    idle,
    admin,
    ofPharmacy,
    ofWholesaler,
    isSupplier,
    price,
    entries,
  };
}

test('CAE-12 CAE-13 APP-13 PSU-02 PSU-10 OPS-02 OPS-19 a pharmacy becomes the supplier of a product at one site, and no longer is', async () => {
  const { boston, lyon, admin, ofPharmacy, isSupplier, entries, portal } = await twoSites();
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
  const added = await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  expect(added.body).toEqual({ message: 'Partner updated.' });
  expect([await isSupplier(ofPharmacy(boston)), await isSupplier(ofPharmacy(lyon))]).toEqual([true, false]);
  const removed = await admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) });
  expect(removed.body).toEqual({ message: 'Partner updated.' });
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
  // Once more, named by a body: what has ended may begin anew, and the ended link stays on record.
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  expect(await isSupplier(ofPharmacy(boston))).toBe(true);
  expect((await admin.call(api.removePharmacySupplier, { body: ofPharmacy(boston) })).status).toBe(200);
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
  expect((await entries()).map(({ action }) => action)).toEqual([
    'site.supplier_added',
    'site.supplier_removed',
    'site.supplier_added',
    'site.supplier_removed',
  ]);
  expect(await portal.rows('select 1 from product_supply where removed_at is not null')).toHaveLength(2);
});

test('CAE-25 CAE-26 APP-14 PSU-02 PSU-10 OPS-02 a wholesaler becomes the supplier of a product, and no longer is', async () => {
  const { boston, lyon, admin, ofWholesaler, isSupplier } = await twoSites();
  expect((await admin.call(api.addWholesalerSupplier, { body: ofWholesaler(boston) })).status).toBe(200);
  expect([await isSupplier(ofWholesaler(boston)), await isSupplier(ofWholesaler(lyon))]).toEqual([true, false]);
  expect((await admin.call(api.removeWholesalerSupplier, { query: ofWholesaler(boston) })).status).toBe(200);
  expect(await isSupplier(ofWholesaler(boston))).toBe(false);
});

test('OPS-45 at a trial the switch acts on the partner at each of the sites, with an entry for each that changed', async () => {
  onItsOwn();
  const { trialId, boston, lyon, admin, ofPharmacy, isSupplier, entries } = await twoSites();
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  expect(await isSupplier(ofPharmacy(trialId))).toBe(false);
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(trialId) });
  expect(await Promise.all([boston, lyon, trialId].map((at) => isSupplier(ofPharmacy(at))))).toEqual([
    true,
    true,
    true,
  ]);
  await admin.call(api.removePharmacySupplier, { query: ofPharmacy(trialId) });
  expect(await Promise.all([boston, lyon].map((at) => isSupplier(ofPharmacy(at))))).toEqual([false, false]);
  expect((await entries()).map(({ action, record_id }) => [action, Number(record_id)])).toEqual([
    ['site.supplier_added', boston],
    ['site.supplier_added', lyon],
    ['site.supplier_removed', boston],
    ['site.supplier_removed', lyon],
  ]);
});

test('OPS-40 a supplier with a valid price, its own or a sponsor’s, is not removed until that is invalidated', async () => {
  const { boston, admin, northgate, tablet, sponsorId, ofPharmacy, isSupplier, price, portal } = await twoSites();
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  const remove = () => admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) });
  const { eventId } = (await admin.call(setPharmacyPrice, { body: price({ effectiveDate: '2099-01-01' }) })).reply;
  const refused = await remove();
  expect([refused.status, refused.message]).toEqual([400, 'Must invalidate pricing before removing this supplier.']);
  expect(await isSupplier(ofPharmacy(boston))).toBe(true);
  const keys = { pharmacyId: northgate, productId: tablet };
  await admin.call(invalidatePharmacyPrice, { body: { eventId, ...keys } });
  const sponsored = { sponsorId, partnerType: 'pharmacy', partnerId: northgate };
  expect((await admin.call(setSponsorPrice, { body: price(sponsored) })).status).toBe(200);
  expect((await remove()).status).toBe(400);
  await portal.rows('update product_price set invalidated_at = now()');
  expect((await remove()).status).toBe(200);
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
});

test('OPS-40 a supplier is removed once the price agreed with it has ended, and what it shipped until then keeps that price on the invoice', async () => {
  const s = await openShipments();
  const { admin, pharmacist } = s.people;
  const keys = { pharmacyId: s.pharmacyId, productId: s.tablet };
  const given = { drugPrice: '10', currency: 'USD', shippingFee: '0', dispenseFee: '0', effectiveDate: '2026-01-10' };
  const { eventId } = (await admin.call(setPharmacyPrice, { body: { ...given, ...keys } })).reply;
  const srId = await s.aRequest();
  const shipped = await pharmacist.call(shipByPharmacy, {
    body: { srId, packages: [s.package_([s.item(s.tablet)])] },
  });
  expect(shipped.status, shipped.message).toBe(200);
  const invoiced = async () => {
    const query = { ppId: s.pharmacyId, start_date: '2000-01-01', end_date: '2100-01-01' };
    return (await pharmacist.call(invoiceForPharmacy, { query })).reply.invoice.map((row) => row.drugPrice);
  };
  const remove = () =>
    admin.call(api.removePharmacySupplier, { query: { g_id: s.siteId, ppId: s.pharmacyId, productId: s.tablet } });
  expect(await invoiced()).toEqual(['10.00']);
  expect((await remove()).code).toBe('product_supply.priced');
  const ended = await admin.call(invalidatePharmacyPrice, { body: { eventId, ends: 1, ...keys } });
  expect(ended.body).toEqual({ message: 'Price ended.' });
  expect((await remove()).status).toBe(200);
  expect(await invoiced()).toEqual(['10.00']);
  // What is on its way still, and is shipped later, is not charged at a price that is not agreed any more.
  await s.rows('update shipment_request set shipped_on = shipped_on + 1');
  expect(await invoiced()).toEqual([null]);
});

test('OPS-40 a price of the sponsor that a trial had before keeps no supplier; that of its sponsor now does', async () => {
  const { boston, trialId, companyId, admin, northgate, sponsorId, ofPharmacy, isSupplier, price, portal } =
    await twoSites();
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  const remove = () => admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) });
  const sponsored = { sponsorId, partnerType: 'pharmacy', partnerId: northgate };
  expect((await admin.call(setSponsorPrice, { body: price(sponsored) })).status).toBe(200);
  expect((await remove()).code).toBe('product_supply.priced');
  const next = await portal.aSponsor(companyId);
  await portal.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [trialId, next]);
  expect((await remove()).status).toBe(200);
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
});

test('OPS-40 REL-08 a removal that begins while a price is being set waits for it, and is refused', async () => {
  const { portal, companyId, boston, tablet, admin, ofPharmacy, isSupplier } = await twoSites();
  await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
  let removal: ReturnType<typeof remove> | undefined;
  const remove = () => admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) });
  await portal.app.database.inCompany(companyId, async (tx) => {
    inPlaceOfAct(tx);
    // As the act of setting a price holds what it is about, before the price is there.
    await tx.selectFrom('product').select('product_id').where('product_id', '=', tablet).forShare().execute();
    removal = remove();
    await somebodyWaits(portal);
    await tx
      .insertInto('product_price')
      .values({
        company_id: companyId,
        product_id: tablet,
        partner_id: ofPharmacy(boston).ppId,
        drug_price: '1',
        shipping_fee: '0',
        dispense_fee: '0',
        currency: 'USD',
        quantity_unit: 'Bottle',
        effective_on: '2026-01-01',
        created_at: new Date(),
        creator_id: admin.providerId,
      })
      .execute();
  });
  expect((await removal)?.code).toBe('product_supply.priced');
  expect(await isSupplier(ofPharmacy(boston))).toBe(true);
});

test('OPS-40 REL-08 of a removal and a price at once the removal is refused, or it was there before the price', async () => {
  onItsOwn();
  const { portal, boston, admin, ofPharmacy, isSupplier, price } = await twoSites();
  for (let round = 0; round < 12; round += 1) {
    await admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) });
    const [removal, setting] = await Promise.all([
      admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) }),
      admin.call(setPharmacyPrice, { body: price() }),
    ]);
    const supplies = await isSupplier(ofPharmacy(boston));
    const prices = await portal.rows('select 1 from product_price where invalidated_at is null');
    expect([
      [true, 1, 400, 200],
      [false, 1, 200, 200],
    ]).toContainEqual([supplies, prices.length, removal.status, setting.status]);
    await portal.rows('update product_price set invalidated_at = now() where invalidated_at is null');
  }
});

test('PRC-04 OPS-40 a price may be agreed before the partner supplies the product, with the partner and with a sponsor', async () => {
  const { admin, boston, ofPharmacy, isSupplier, sponsorId, northgate, price } = await twoSites();
  const sponsored = price({ sponsorId, partnerType: 'pharmacy', partnerId: northgate });
  expect(await isSupplier(ofPharmacy(boston))).toBe(false);
  expect((await admin.call(setPharmacyPrice, { body: price() })).status).toBe(200);
  expect((await admin.call(setSponsorPrice, { body: sponsored })).status).toBe(200);
});

test('REL-08 of twenty presses at once of one switch one counts, for adding and for removing', async () => {
  onItsOwn();
  const { boston, admin, ofPharmacy, entries, portal } = await twoSites();
  const twenty = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, press));
  const added = await twenty(() => admin.call(api.addPharmacySupplier, { body: ofPharmacy(boston) }));
  expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await portal.rows('select 1 from product_supply')).toHaveLength(1);
  const removed = await twenty(() => admin.call(api.removePharmacySupplier, { query: ofPharmacy(boston) }));
  expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await entries()).map(({ action }) => action)).toEqual(['site.supplier_added', 'site.supplier_removed']);
});

test('PSU-05 PSU-06 SEC-22 SEC-23 OPS-15 what a partner cannot dispense, is not connected to or may not be known of is not switched', async () => {
  onItsOwn();
  const { portal, companyId, trialId, boston, lyon, tablet, pen, northgate, baltic, idle, admin, entries } =
    await twoSites();
  const theirs = await portal.aTrialAtWork();
  const add = (body: object, by = admin) =>
    by.call('wpId' in body ? api.addWholesalerSupplier : api.addPharmacySupplier, { body });
  expect((await add({ g_id: boston, ppId: northgate, productId: pen })).message).toBe(
    'Pharmacy cannot dispense this product.',
  );
  expect((await add({ g_id: boston, wpId: baltic, productId: tablet })).message).toBe(
    'Wholesaler cannot dispense this product.',
  );
  for (const unknown of [
    { g_id: boston, ppId: baltic, productId: pen },
    { g_id: boston, ppId: idle, productId: tablet },
    { g_id: boston, ppId: theirs.pharmacyId, productId: tablet },
    { g_id: boston, ppId: northgate, productId: theirs.tablet },
    { g_id: theirs.siteId, ppId: theirs.pharmacyId, productId: theirs.tablet },
  ])
    expect((await add(unknown)).status).toBe(404);
  // Who administers one site switches there, at the trial only for that site, and not at another.
  const ofLyon = await portal.signedIn(
    await portal.aPerson('Site User', { company_id: companyId, admin_rights: true }, [lyon]),
  );
  const supply = { ppId: northgate, productId: tablet };
  expect((await add({ ...supply, g_id: boston }, ofLyon)).status).toBe(404);
  expect((await add({ ...supply, g_id: trialId }, ofLyon)).status).toBe(200);
  expect((await entries()).map(({ record_id }) => Number(record_id))).toEqual([lyon]);
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [lyon]));
  expect((await add({ ...supply, g_id: lyon }, user)).status).toBe(403);
  expect((await user.call(api.removePharmacySupplier, { query: { ...supply, g_id: lyon } })).status).toBe(403);
});
