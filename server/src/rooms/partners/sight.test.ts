/** Admin rights reach no further than the sites of whoever has them (SEC-23, PSU-03). */
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { pharmacyPriceHistory, setPharmacyPrice, invalidatePharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import { expect, test } from 'vitest';
import { mailsTo } from '#test/mails.ts';
import { openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

/** Boston is served by Northgate, Lyon by Southgate; somebody has admin rights, and Lyon alone. */
async function twoSites() {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const [boston, lyon] = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  const tablet = await portal.aProduct(companyId, trialId);
  const [northgate, southgate] = [
    await portal.aPartner(companyId, 'pharmacy', { name: 'Northgate' }),
    await portal.aPartner(companyId, 'pharmacy', { name: 'Southgate' }),
  ];
  await portal.connect(companyId, boston, northgate, [tablet]);
  await portal.connect(companyId, lyon, southgate, [tablet]);
  const person = async (groups: number[]) =>
    portal.signedIn(await portal.aPerson('Site User', { company_id: companyId, admin_rights: true }, groups));
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const trialWide = await person([trialId, boston, lyon]);
  return {
    portal,
    companyId,
    trialId,
    boston,
    lyon,
    tablet,
    northgate,
    southgate,
    admin,
    ofLyon: await person([lyon]),
    trialWide,
  };
}

const partner = (companyId: number) => ({
  phoneNumber: '+16175550123',
  email: 'orders@partner.example',
  address: anAddress,
  companyId,
});
const invited = (companyId: number, ppId: number) => ({
  ppId,
  companyId,
  email: 'mole@elsewhere.example',
  adminRights: 0,
  defaultListing: 0,
  providerType: 'Pharmacy User',
});

test('SEC-23 PSU-03 OPS-15 somebody with admin rights at one site adds, changes and staffs no partner of the company, not even their own', async () => {
  const { portal, companyId, northgate, southgate, ofLyon, trialWide, admin } = await twoSites();
  for (const caller of [ofLyon, trialWide])
    for (const ppId of [northgate, southgate]) {
      const answers = [
        await caller.call(api.addPharmacy, { body: { pharmacyName: 'Mine', ...partner(companyId) } }),
        await caller.call(api.addWholesaler, { body: { wholesalerName: 'Mine', ...partner(companyId) } }),
        await caller.call(api.changePharmacy, { body: { ppId, pharmacyName: 'Mine', ...partner(companyId) } }),
        await caller.call(api.invitePharmacyUser, { body: invited(companyId, ppId) }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  expect(await mailsTo(portal, 'mole@elsewhere.example')).toEqual([]);
  expect((await admin.call(api.invitePharmacyUser, { body: invited(companyId, northgate) })).status).toBe(200);
});

test('SEC-23 PSU-03 partners of other sites, and who works for them, are out of sight of admin rights at one site; what serves the site is connected there', async () => {
  const { companyId, boston, lyon, northgate, southgate, ofLyon } = await twoSites();
  const { pharmacyPartners } = (await ofLyon.call(api.listPharmacies, { query: { companyId } })).reply;
  expect(pharmacyPartners.map(({ ppId }) => ppId)).toEqual([southgate]);
  expect((await ofLyon.call(api.listPharmacyUsers, { query: { ppId: northgate } })).status).toBe(404);
  expect((await ofLyon.call(api.listPharmacyUsers, { query: { ppId: southgate } })).status).toBe(200);
  const connect = async (g_id: number, ppId: number) =>
    (await ofLyon.call(api.connectPharmacy, { body: { g_id, ppId } })).status;
  expect([await connect(lyon, northgate), await connect(boston, southgate), await connect(lyon, southgate)]).toEqual([
    404, 404, 200,
  ]);
  const disconnect = async (g_id: number, ppId: number) =>
    (await ofLyon.call(api.disconnectPharmacy, { query: { g_id, ppId } })).status;
  expect([await disconnect(boston, northgate), await disconnect(lyon, southgate)]).toEqual([404, 200]);
});

test('SEC-23 OPS-15 OPS-45 a price holds at every site of a trial: admin rights at one of them read it and change none, at all of them they do', async () => {
  const { portal, tablet, northgate, southgate, ofLyon, trialWide, admin } = await twoSites();
  const keys = (pharmacyId: number) => ({ pharmacyId, productId: tablet });
  const amounts = { currency: 'USD', drugPrice: '0.01', shippingFee: '0', dispenseFee: '0' };
  const set = (caller: typeof admin, pharmacyId: number, effectiveDate: string) =>
    caller.call(setPharmacyPrice, { body: { ...keys(pharmacyId), ...amounts, effectiveDate } });
  const { eventId } = (await set(admin, southgate, '2026-01-01')).reply;
  expect((await set(ofLyon, northgate, '2026-01-02')).status).toBe(404);
  expect((await set(ofLyon, southgate, '2026-01-02')).status).toBe(404);
  const invalidate = (caller: typeof admin) =>
    caller.call(invalidatePharmacyPrice, { body: { eventId, ...keys(southgate) } });
  expect((await invalidate(ofLyon)).status).toBe(404);
  const history = await ofLyon.call(pharmacyPriceHistory, { query: keys(southgate) });
  expect(history.reply.pharmacyPrices.map((price) => price.eventId)).toEqual([eventId]);
  expect((await ofLyon.call(pharmacyPriceHistory, { query: keys(northgate) })).status).toBe(404);
  expect(await portal.rows('select 1 from product_price where invalidated_at is null')).toHaveLength(1);
  expect([(await set(trialWide, northgate, '2026-01-02')).status, (await invalidate(trialWide)).status]).toEqual([
    200, 200,
  ]);
});
