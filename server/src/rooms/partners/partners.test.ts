import * as api from '@portal/contract/partners/endpoints.ts';
import { listPharmacies, listWholesalers } from '@portal/contract/partners/manage-endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { addPartner } from './add-partner.ts';
import { connectPartners } from './connect-partners.ts';
import { supplyProduct } from './supply-product.ts';

/** Two sites of one trial; Northgate serves the first, Southgate the second, Baltic both. */
async function twoSites() {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const [boston, lyon] = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  const tablet = await portal.aProduct(companyId, trialId);
  const pen = await portal.aProduct(companyId, trialId, { pharmacy_supplied: false, wholesaler_supplied: true });
  const northgate = await portal.aPartner(companyId, 'pharmacy', {
    name: 'Northgate',
    phone: '+16175550100',
    email: 'n@example.org',
    fax: '+16175550101',
  });
  const southgate = await portal.aPartner(companyId, 'pharmacy', { name: 'Southgate', country: 'FR' });
  const baltic = await portal.aPartner(companyId, 'wholesaler', {
    name: 'Baltic',
    phone: '+16175550200',
    email: 'b@example.org',
    fax: '+16175550201',
    country: 'FR',
  });
  const idle = await portal.aPartner(companyId, 'pharmacy', { name: 'Idle' });
  await portal.connect(companyId, boston, northgate, [tablet]);
  await portal.connect(companyId, lyon, southgate);
  await portal.connect(companyId, boston, baltic, [pen]);
  await portal.connect(companyId, lyon, baltic, [pen]);
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [boston]));
  const adminId = await portal.aPerson('Admin', { company_id: companyId });
  const admin = await portal.signedIn(adminId);
  const actor = {
    companyId,
    careGroupIds: null,
    providerId: adminId,
    firstName: 'Ann',
    lastName: 'Admin',
    type: 'Admin',
    host: 'localhost',
    requestId: 'r1',
  };
  const act = <T>(work: (tx: Tx) => Promise<T>) => portal.app.database.inCompany(companyId, work);
  return {
    portal,
    companyId,
    trialId,
    boston,
    lyon,
    tablet,
    pen,
    northgate,
    southgate,
    baltic,
    idle,
    user,
    admin,
    actor,
    act,
    clock: portal.app.clock,
  };
}

test('CAE-04 CAE-17 PSU-01 PSU-03 OPS-02 PPW-06 the partners connected to a site are listed like those of the company, and of another company’s site not at all', async () => {
  const { portal, companyId, boston, northgate, baltic, user } = await twoSites();
  const more = { sendEmail: 0, address: anAddress, companyId, version: 1 };
  expect((await user.call(api.listSitePharmacies, { query: { g_id: boston } })).body).toEqual({
    pharmacyPartners: [
      {
        ppId: northgate,
        pharmacyName: 'Northgate',
        phoneNumber: '+16175550100',
        faxNumber: '+16175550101',
        email: 'n@example.org',
        ...more,
      },
    ],
  });
  expect((await user.call(api.listSiteWholesalers, { query: { g_id: boston } })).body).toEqual({
    wholesalerPartners: [
      {
        wpId: baltic,
        wholesalerName: 'Baltic',
        phoneNumber: '+16175550200',
        faxNumber: '+16175550201',
        email: 'b@example.org',
        ...more,
      },
    ],
  });
  // Who reads one list reads the other: nobody learns more of a partner here (PRV-04).
  for (const [ofSite, ofCompany] of [
    [api.listSitePharmacies, listPharmacies],
    [api.listSiteWholesalers, listWholesalers],
  ] as const) {
    expect(ofSite.access).toEqual(ofCompany.access);
    expect((await user.call(ofSite, { query: { g_id: boston } })).body).toEqual(
      (await user.call(ofCompany, { query: { companyId } })).body,
    );
  }
  const stranger = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  for (const list of [api.listSitePharmacies, api.listSiteWholesalers])
    expect((await stranger.call(list, { query: { g_id: boston } })).status).toBe(404);
});

test('OPS-22 a site without partners has empty lists', async () => {
  const { portal, companyId, trialId, admin } = await twoSites();
  const query = { g_id: await portal.aSite(companyId, trialId) };
  expect((await admin.call(api.listSitePharmacies, { query })).body).toEqual({ pharmacyPartners: [] });
  expect((await admin.call(api.listSiteWholesalers, { query })).body).toEqual({ wholesalerPartners: [] });
  expect((await admin.call(api.listPharmacySupply, { query })).body).toEqual([]);
  expect((await admin.call(api.listWholesalerSupply, { query })).body).toEqual([]);
});

test('OPS-45 for a trial the partners of all its sites are meant, as far as they are in sight', async () => {
  const { trialId, northgate, southgate, user, admin } = await twoSites();
  const query = { g_id: trialId };
  expect((await admin.call(api.listSitePharmacies, { query })).reply.pharmacyPartners.map((one) => one.ppId)).toEqual([
    northgate,
    southgate,
  ]);
  expect((await user.call(api.listSitePharmacies, { query })).reply.pharmacyPartners.map((one) => one.ppId)).toEqual([
    northgate,
  ]);
});

test('CAE-11 CAE-24 PSU-02 OPS-20 each partner and product has its supplier flag; partner and product narrow the list', async () => {
  const { boston, tablet, pen, northgate, baltic, user, admin, idle } = await twoSites();
  expect((await user.call(api.listPharmacySupply, { query: { g_id: boston } })).body).toEqual([
    { productId: tablet, ppId: northgate, pharmacyName: 'Northgate', isSupplier: 1 },
    { productId: pen, ppId: northgate, pharmacyName: 'Northgate', isSupplier: 0 },
  ]);
  expect((await user.call(api.listWholesalerSupply, { query: { g_id: boston } })).body).toEqual([
    { productId: tablet, wpId: baltic, wholesalerName: 'Baltic', isSupplier: 0 },
    { productId: pen, wpId: baltic, wholesalerName: 'Baltic', isSupplier: 1 },
  ]);
  expect(
    (await user.call(api.listPharmacySupply, { query: { g_id: boston, ppId: northgate, productId: pen } })).body,
  ).toEqual([{ productId: pen, ppId: northgate, pharmacyName: 'Northgate', isSupplier: 0 }]);
  expect((await user.call(api.listPharmacySupply, { query: { g_id: boston, ppId: baltic } })).status).toBe(404);
  // A partner of the company that serves no site: an administrator knows of it, a site user does not.
  expect((await admin.call(api.listPharmacySupply, { query: { g_id: boston, ppId: idle } })).body).toEqual([]);
  expect((await user.call(api.listPharmacySupply, { query: { g_id: boston, ppId: idle } })).status).toBe(404);
});

test('OPS-45 for a trial a partner supplies a product when it does so at each of its sites', async () => {
  const { portal, trialId, lyon, pen, tablet, baltic, admin } = await twoSites();
  const flags = async () =>
    (await admin.call(api.listWholesalerSupply, { query: { g_id: trialId, wpId: baltic } })).reply.map((one) => [
      one.productId,
      one.isSupplier,
    ]);
  expect(await flags()).toEqual([
    [tablet, false],
    [pen, true],
  ]);
  await portal.rows('delete from product_supply where site_id = $1 and product_id = $2', [lyon, pen]);
  expect(await flags()).toEqual([
    [tablet, false],
    [pen, false],
  ]);
});

test('P11-09 REL-08 a partner is added, connected and made a supplier, once however often it is tried, with one entry each', async () => {
  const { portal, boston, tablet, actor, act, clock, user } = await twoSites();
  const partnerId = await act((tx) =>
    addPartner(actOf(tx, clock, actor), {
      kind: 'pharmacy',
      name: ' Eastgate ',
      address: { street: '1', street2: '', city: 'B', state: 'MA', zip: '02110', country: 'USA' },
    }),
  );
  await Promise.all(
    Array.from({ length: 10 }, () =>
      act((tx) => connectPartners(actOf(tx, clock, actor), { siteId: boston, partnerIds: [partnerId] })),
    ),
  );
  await Promise.all(
    Array.from({ length: 10 }, () =>
      act((tx) => supplyProduct(actOf(tx, clock, actor), { careGroupId: boston, partnerId, productId: tablet })),
    ),
  );
  expect(
    (await user.call(api.listPharmacySupply, { query: { g_id: boston, ppId: partnerId, productId: tablet } })).body,
  ).toEqual([{ productId: tablet, ppId: partnerId, pharmacyName: 'Eastgate', isSupplier: 1 }]);
  expect(
    (await portal.rows<{ action: string }>('select action from audit_entry order by seq')).map((entry) => entry.action),
  ).toEqual(['partner.added', 'site.partner_connected', 'site.supplier_added']);
});

test('PSU-05 PSU-06 a partner is not made the supplier of what its kind does not supply', async () => {
  const { boston, tablet, pen, northgate, baltic, actor, act, clock } = await twoSites();
  await expect(
    act((tx) => supplyProduct(actOf(tx, clock, actor), { careGroupId: boston, partnerId: northgate, productId: pen })),
  ).rejects.toMatchObject({
    fields: { productId: 'Pharmacy cannot dispense this product.' },
  });
  await expect(
    act((tx) => supplyProduct(actOf(tx, clock, actor), { careGroupId: boston, partnerId: baltic, productId: tablet })),
  ).rejects.toMatchObject({
    fields: { productId: 'Wholesaler cannot dispense this product.' },
  });
});

test('SEC-22 SEC-23 what is not of the company, not of the trial, not connected or not in sight cannot be connected or supplied', async () => {
  onItsOwn();
  const { portal, boston, lyon, tablet, northgate, actor, act, clock } = await twoSites();
  const abroad = await portal.aTrialAtWork();
  const tries = await Promise.allSettled([
    act((tx) => connectPartners(actOf(tx, clock, actor), { siteId: abroad.siteId, partnerIds: [northgate] })),
    act((tx) => connectPartners(actOf(tx, clock, actor), { siteId: boston, partnerIds: [abroad.pharmacyId] })),
    act((tx) =>
      connectPartners(actOf(tx, clock, { ...actor, careGroupIds: [lyon] }), {
        siteId: boston,
        partnerIds: [northgate],
      }),
    ),
    act((tx) => supplyProduct(actOf(tx, clock, actor), { careGroupId: lyon, partnerId: northgate, productId: tablet })),
    act((tx) =>
      supplyProduct(actOf(tx, clock, actor), { careGroupId: boston, partnerId: northgate, productId: abroad.tablet }),
    ),
    act((tx) =>
      supplyProduct(actOf(tx, clock, actor), {
        careGroupId: abroad.siteId,
        partnerId: abroad.pharmacyId,
        productId: abroad.tablet,
      }),
    ),
    act((tx) =>
      supplyProduct(actOf(tx, clock, { ...actor, careGroupIds: [lyon] }), {
        careGroupId: boston,
        partnerId: northgate,
        productId: tablet,
      }),
    ),
  ]);
  expect(tries.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'done'))).toEqual(
    Array.from({ length: 7 }, () => 'not_found'),
  );
  expect(await portal.rows('select 1 from audit_entry')).toEqual([]);
});
