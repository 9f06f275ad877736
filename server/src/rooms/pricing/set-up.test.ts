/** How far a trial is set up, when a site cannot be supplied, and all prices of a trial at once. */
import { listGridPrices, listUnsupplied, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { cannotBeSupplied } from './site-supply.ts';

const today = '2031-03-05';
async function openHouse() {
  const portal = await openPortal();
  portal.app.clock.set(new Date(`${today}T12:00:00Z`));
  const companyId = await portal.aCompany();
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const price = (fields: object) =>
    portal.app.database.asSystem((tx) => {
      inPlaceOfAct(tx);
      return tx
        .insertInto('product_price')
        .values({
          company_id: companyId,
          drug_price: '12.50',
          shipping_fee: '0',
          dispense_fee: '0',
          currency: 'USD',
          quantity_unit: 'Bottle',
          effective_on: '2031-01-10',
          created_at: portal.app.clock.now(),
          creator_id: admin.providerId,
          ...fields,
        } as never)
        .execute();
    });
  const setUp = async (trialId: number) => (await admin.call(readSetUp, { query: { g_id: trialId } })).reply;
  return { portal, companyId, admin, price, setUp };
}

test('OPS-26 OPS-41 from an empty trial to a supplied site each part that is made is there, and what is missing is named', async () => {
  const { portal, companyId, price, setUp } = await openHouse();
  const trialId = await portal.aTrial(companyId, { is_configured: false, has_shipping: false });
  const nothing = {
    trialConfigured: 'not configured',
    hasCard: false,
    cardConfigured: 'not configured',
    hasShippingRequest: false,
    productCount: 0,
    untypedCount: 0,
    sites: [],
  };
  expect(await setUp(trialId)).toEqual(nothing);
  const siteId = await portal.aSite(companyId, trialId, { display_name: 'Harbor', is_configured: false });
  const bare = {
    gId: siteId,
    displayName: 'Harbor',
    siteConfigured: 'not configured',
    partnerCount: 0,
    suppliedCount: 0,
    missingPrices: [],
    missing: ['partner', 'supply', 'price'],
  };
  expect((await setUp(trialId)).sites).toEqual([bare]);

  const productId = await portal.aProduct(companyId, trialId, { drug_name: 'Corvane' });
  const untyped = await portal.aProduct(companyId, trialId, { pharmacy_supplied: false });
  expect(await setUp(trialId)).toMatchObject({ productCount: 2, untypedCount: 1 });
  await portal.rows('update product set removed_at = now() where product_id = $1', [untyped]);
  const partnerId = await portal.aPartner(companyId, 'pharmacy', { name: 'Eastgate' });
  await portal.connect(companyId, siteId, partnerId);
  expect((await setUp(trialId)).sites).toEqual([{ ...bare, partnerCount: 1, missing: ['supply', 'price'] }]);

  await portal.supply(companyId, siteId, partnerId, productId);
  const gap = {
    productId,
    drugName: 'Corvane',
    dosageForm: '50 mg tablet',
    partnerType: 'pharmacy',
    partnerId,
    partnerName: 'Eastgate',
  };
  const unpriced = { ...bare, partnerCount: 1, suppliedCount: 1, missingPrices: [gap], missing: ['price'] };
  expect((await setUp(trialId)).sites).toEqual([unpriced]);

  // Neither a price that begins later, nor an invalidated one, nor that of another trial's sponsor.
  const of = { product_id: productId, partner_id: partnerId };
  await price({ ...of, effective_on: '2031-03-06' });
  await price({ ...of, invalidated_at: portal.app.clock.now() });
  await price({ ...of, sponsor_id: await portal.aSponsor(companyId) });
  expect((await setUp(trialId)).sites).toEqual([unpriced]);
  await price({ ...of, effective_on: today });
  expect((await setUp(trialId)).sites).toEqual([{ ...unpriced, missingPrices: [], missing: [] }]);
});

test('OPS-41 a price of the trial’s own sponsor is enough, a partner that is not connected any more is not, and a trial that ships nothing lacks nothing', async () => {
  const { portal, companyId, price, setUp } = await openHouse();
  const sponsorId = await portal.aSponsor(companyId);
  const trialId = await portal.aTrial(companyId, { sponsor_id: sponsorId });
  const siteId = await portal.aSite(companyId, trialId);
  const productId = await portal.aProduct(companyId, trialId);
  const partnerId = await portal.aPartner(companyId, 'pharmacy');
  await portal.connect(companyId, siteId, partnerId, [productId]);
  await price({ product_id: productId, partner_id: partnerId, sponsor_id: sponsorId });
  const missing = async () => (await setUp(trialId)).sites.map((site) => site.missing);
  const counted = () =>
    portal.app.database.inCompany(companyId, async (tx) =>
      (
        await tx
          .selectFrom('care_group as site')
          .where('site.kind', '=', 'site')
          .where(cannotBeSupplied('site.care_group_id', today))
          .select('site.care_group_id')
          .execute()
      ).map((row) => row.care_group_id),
    );
  expect([await missing(), await counted()]).toEqual([[[]], []]);
  await portal.rows('update site_partner set removed_at = now() where site_id = $1', [siteId]);
  expect([await missing(), await counted()]).toEqual([[['partner', 'supply', 'price']], [siteId]]);
  await portal.rows('update care_group set has_shipping = false where care_group_id = $1', [trialId]);
  expect([await missing(), await counted()]).toEqual([[[]], []]);
});

test('SEC-22 SEC-23 how far a trial is set up is read by who has the trial in sight; for anybody else there is no such trial', async () => {
  const { portal, companyId, admin } = await openHouse();
  const trialId = await portal.aTrial(companyId);
  const siteId = await portal.aSite(companyId, trialId);
  const as = async (groups: number[], company = companyId) =>
    portal.signedIn(await portal.aPerson('Nurse', { company_id: company, admin_rights: true }, groups));
  const read = async (who: Awaited<ReturnType<typeof as>>, g_id = trialId) =>
    (await who.call(readSetUp, { query: { g_id } })).status;
  expect(await read(await as([trialId]))).toBe(200);
  expect(await read(await as([siteId]))).toBe(404);
  expect(await read(await as([], await portal.aCompany()))).toBe(404);
  expect(await read(admin, siteId)).toBe(404);
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }, [trialId]));
  expect(await read(nurse)).toBe(403);

  // The sites that cannot be supplied are those in sight.
  const missing = ['partner', 'supply', 'price'];
  const unsupplied = async (who: typeof admin) => (await who.call(listUnsupplied, {})).body;
  expect(await unsupplied(admin)).toEqual({ sites: [{ gId: siteId, missing }] });
  expect(await unsupplied(await as([siteId]))).toEqual({ sites: [{ gId: siteId, missing }] });
  expect(await unsupplied(await as([await portal.aTrial(companyId)]))).toEqual({ sites: [] });
  expect((await nurse.call(listUnsupplied, {})).status).toBe(403);
});

test('PRC-04 PRC-08 OPS-41 OPS-45 the prices of a trial are there at once: of each product and connected partner what holds today, the sponsor’s, and what comes next of both', async () => {
  const { portal, companyId, admin, price } = await openHouse();
  const sponsorId = await portal.aSponsor(companyId);
  const trialId = await portal.aTrial(companyId, { sponsor_id: sponsorId });
  const [siteId, otherSite] = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  const [tablet, pen] = [await portal.aProduct(companyId, trialId), await portal.aProduct(companyId, trialId)];
  const pharmacyId = await portal.aPartner(companyId, 'pharmacy', { name: 'Eastgate' });
  const wholesalerId = await portal.aPartner(companyId, 'wholesaler', { name: 'Medline' });
  await portal.connect(companyId, siteId, pharmacyId, [tablet]);
  await portal.connect(companyId, otherSite, wholesalerId);
  const of = { product_id: tablet, partner_id: pharmacyId };
  await price({ ...of, drug_price: '10', effective_on: '2030-01-01' });
  await price({ ...of, drug_price: '12.50' });
  await price({ ...of, drug_price: '99', effective_on: '2031-03-01', invalidated_at: portal.app.clock.now() });
  await price({ ...of, drug_price: '14', currency: 'EUR', effective_on: '2031-04-01' });
  await price({ ...of, drug_price: '15', effective_on: '2031-05-01' });
  await price({ ...of, drug_price: '8', sponsor_id: sponsorId });
  await price({ ...of, drug_price: '9', sponsor_id: sponsorId, effective_on: '2031-06-01' });
  await price({ ...of, drug_price: '7', sponsor_id: await portal.aSponsor(companyId), effective_on: '2031-03-06' });
  // What one of another unit costs says nothing of this one.
  const ofKit = { ...of, quantity_unit: 'Kit', drug_price: '700' };
  await price({ ...ofKit, effective_on: '2031-03-02' });
  await price({ ...ofKit, effective_on: '2031-03-10' });
  await price({ ...ofKit, effective_on: '2031-03-02', sponsor_id: sponsorId });
  const grid = async (g_id: number, who = admin) => (await who.call(listGridPrices, { query: { g_id } })).reply.prices;

  const quantityUnit = 'Bottle';
  const pharmacy = { partnerType: 'pharmacy', partnerId: pharmacyId, partnerName: 'Eastgate', quantityUnit };
  const wholesaler = { partnerType: 'wholesaler', partnerId: wholesalerId, partnerName: 'Medline', quantityUnit };
  const dealing = { isConnected: true, wasAsked: false };
  const none = { ...dealing, isSupplier: false, current: null, ofSponsor: null, next: null, nextOfSponsor: null };
  const priced = {
    ...pharmacy,
    ...dealing,
    productId: tablet,
    isSupplier: true,
    current: { amount: '12.50', currency: 'USD' },
    ofSponsor: { amount: '8.00', currency: 'USD' },
    next: { amount: '14.00', currency: 'EUR', effectiveDate: '2031-04-01' },
    nextOfSponsor: { amount: '9.00', currency: 'USD', effectiveDate: '2031-06-01' },
  };
  expect(await grid(trialId)).toEqual([
    priced,
    { ...none, ...wholesaler, productId: tablet },
    { ...none, ...pharmacy, productId: pen },
    { ...none, ...wholesaler, productId: pen },
  ]);
  expect(await grid(siteId)).toEqual([priced, { ...none, ...pharmacy, productId: pen }]);

  // Who has one site reads the prices there; what is connected elsewhere stays out of their sight.
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }, [siteId]));
  expect(await grid(trialId, nurse)).toEqual([priced, { ...none, ...pharmacy, productId: pen }]);
  const stranger = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  expect((await stranger.call(listGridPrices, { query: { g_id: trialId } })).status).toBe(404);
});
