import * as api from '@portal/contract/pricing/endpoints.ts';
import { listUnsupplied, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

const aDay = '2031-03-05';
const aPrice = { drugPrice: '12.50', currency: 'USD', shippingFee: '4', dispenseFee: '0' };

async function aMarket() {
  const portal = await openPortal();
  portal.app.clock.set(new Date(`${aDay}T12:00:00Z`));
  const ours = await portal.aTrialAtWork();
  const { companyId, trialId, siteId } = ours;
  const person = async (groups: number[]) =>
    portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId, admin_rights: true }, groups));
  const admin = await portal.signedIn(ours.admin);
  return {
    ...portal,
    ...ours,
    admin,
    ofTrial: await person([trialId, siteId]),
    ofSite: await person([siteId]),
    setPrice: (effectiveDate: string) =>
      admin.call(api.setPharmacyPrice, {
        body: { ...aPrice, effectiveDate, pharmacyId: ours.pharmacyId, productId: ours.tablet },
      }),
    unsupplied: async (who = admin) => (await who.call(listUnsupplied, {})).reply.sites,
    missing: async (who = admin) => (await who.call(api.listMissingPrices, {})).reply.missing,
  };
}

test('a site cannot be supplied before it has a partner that supplies something there and has a price for it today', async () => {
  const m = await aMarket();
  const bare = await m.aSite(m.companyId, m.trialId);
  expect(await m.unsupplied()).toEqual([
    { gId: m.siteId, missing: ['price'] },
    { gId: bare, missing: ['partner', 'supply', 'price'] },
  ]);
  await m.connect(m.companyId, bare, m.pharmacyId);
  expect(await m.unsupplied()).toContainEqual({ gId: bare, missing: ['supply', 'price'] });
  expect((await m.setPrice('2031-03-06')).status).toBe(200);
  expect(await m.unsupplied()).toContainEqual({ gId: m.siteId, missing: ['price'] });
  expect((await m.setPrice(aDay)).status).toBe(200);
  expect(await m.unsupplied()).toEqual([{ gId: bare, missing: ['supply', 'price'] }]);
  expect(await m.unsupplied(m.ofSite)).toEqual([]);
});

test('a site of a trial that was configured without shipping lacks nothing, and one that is not configured yet does', async () => {
  const m = await aMarket();
  const [off, yet] = [
    await m.aTrial(m.companyId, { has_shipping: false }),
    await m.aTrial(m.companyId, { has_shipping: false, is_configured: false }),
  ];
  await m.aSite(m.companyId, off);
  const early = await m.aSite(m.companyId, yet);
  const abroad = await m.aTrialAtWork();
  const found = (await m.unsupplied()).map(({ gId }) => gId);
  expect(found).toEqual([m.siteId, early]);
  expect(found).not.toContain(abroad.siteId);
});

test('of a trial that was configured without shipping no price is missing, and of one that is not configured yet it is', async () => {
  const m = await aMarket();
  await m.setPrice(aDay);
  const named = async () => (await m.missing()).map((one) => one.productId);
  expect(await named()).toEqual([m.pen]);
  const trial = (configured: boolean) =>
    m.rows('update care_group set has_shipping = false, is_configured = $2 where care_group_id = $1', [
      m.trialId,
      configured,
    ]);
  await trial(true);
  expect(await named()).toEqual([]);
  await trial(false);
  expect(await named()).toEqual([m.pen]);
});

test('each product that a partner supplies without a price of today is listed once, whatever the number of its sites', async () => {
  const m = await aMarket();
  const other = await m.aSite(m.companyId, m.trialId);
  await m.connect(m.companyId, other, m.pharmacyId, [m.tablet]);
  const named = async (who = m.admin) => (await m.missing(who)).map((one) => [one.productId, one.partnerId]);
  expect(await named()).toEqual([
    [m.tablet, m.pharmacyId],
    [m.pen, m.wholesalerId],
  ]);
  expect(await named(m.ofTrial)).toEqual(await named());
  // Prices are the trial's.
  expect(await named(m.ofSite)).toEqual([]);
  await m.setPrice(aDay);
  expect(await named()).toEqual([[m.pen, m.wholesalerId]]);
  expect(
    (
      await m.admin.call(api.setSponsorPrice, {
        body: {
          ...aPrice,
          effectiveDate: aDay,
          sponsorId: m.sponsorId,
          productId: m.pen,
          partnerType: 'wholesaler',
          partnerId: m.wholesalerId,
        },
      })
    ).status,
  ).toBe(200);
  expect(await named()).toEqual([]);
});

test('a product whose unit has changed has no price until one is set for the new unit; the one of before counts if it is changed back', async () => {
  const m = await aMarket();
  const changeUnit = (unit: string) =>
    m.rows('update product set quantity_unit = $2 where product_id = $1', [m.tablet, unit]);
  const gaps = async () => [
    (await m.missing()).map((one) => one.productId),
    (await m.unsupplied()).map((one) => [one.gId, one.missing]),
    (await m.admin.call(readSetUp, { query: { g_id: m.trialId } })).reply.sites.flatMap((site) =>
      site.missingPrices.map((one) => one.productId),
    ),
  ];
  await m.setPrice(aDay);
  const [none, all] = [
    [[m.pen], [], [m.pen]],
    [[m.tablet, m.pen], [[m.siteId, ['price']]], [m.tablet, m.pen]],
  ];
  expect(await gaps()).toEqual(none);
  await changeUnit('Carton');
  expect(await gaps()).toEqual(all);
  await changeUnit('Bottle');
  expect(await gaps()).toEqual(none);
  await changeUnit('Carton');
  expect((await m.setPrice(aDay)).status).toBe(200);
  expect(await gaps()).toEqual(none);
});
