/** What nobody does with a group that they see by emergency access alone, beside their own groups. */
import { addCareGroup, assignBrand } from '@portal/contract/care-groups/change-endpoints.ts';
import * as configuration from '@portal/contract/care-groups/configuration-endpoints.ts';
import { connectPharmacy, connectWholesaler } from '@portal/contract/partners/manage-endpoints.ts';
import { addPharmacySupplier, addWholesalerSupplier } from '@portal/contract/partners/supply-endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { siteOf } from '#test/care-groups.ts';
import { openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

const sentence =
  'You see this care group only through emergency access, so you can neither keep it nor give it to others.';

/** Somebody who administers the trial of Boston and is let into the trial of Lyon; a pharmacy and a wholesaler serve each of the two. */
async function aNight() {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard', 'ClinicalManagement']);
  const aPlace = async () => {
    const sponsorId = await portal.aSponsor(companyId);
    const trialId = await portal.aTrial(companyId, { sponsor_id: sponsorId });
    const siteId = await portal.aSite(companyId, trialId);
    const [pharmacyId, wholesalerId] = [
      await portal.aPartner(companyId, 'pharmacy'),
      await portal.aPartner(companyId, 'wholesaler'),
    ];
    for (const partnerId of [pharmacyId, wholesalerId]) await portal.connect(companyId, siteId, partnerId);
    const tablet = await portal.aProduct(companyId, trialId);
    const pen = await portal.aProduct(companyId, trialId, { pharmacy_supplied: false, wholesaler_supplied: true });
    return { sponsorId, trialId, siteId, pharmacyId, wholesalerId, tablet, pen };
  };
  const [boston, lyon] = [await aPlace(), await aPlace()];
  const fields = { company_id: companyId, admin_rights: true };
  const caller = await portal.signedIn(await portal.aPerson('Other', fields, [boston.trialId]));
  await letIn({ ...portal, companyId }, caller, lyon.trialId);
  const linksOf = (siteId: number) =>
    portal.rows(
      `select partner_id, null as product_id from site_partner where site_id = $1 and removed_at is null
       union all select partner_id, product_id from product_supply where site_id = $1 and removed_at is null order by 1, 2`,
      [siteId],
    );
  return { portal, companyId, boston, lyon, caller, linksOf };
}

test('PRV-11 SEC-23 no partner is connected to a site that is seen by emergency access alone, by its configuration or one by one; what else is set there is saved', async () => {
  const { portal, companyId, boston, lyon, caller, linksOf } = await aNight();
  const before = await linksOf(lyon.siteId);
  const save = (siteId: number, pharmacyPartners: number[], more: object = {}) =>
    caller.call(configuration.reconfigureSite, {
      body: { g_id: siteId, address: anAddress, pharmacyPartners, ...more },
    });
  for (const endpoint of [configuration.configureSite, configuration.reconfigureSite]) {
    const body = { g_id: lyon.siteId, address: anAddress, pharmacyPartners: [lyon.pharmacyId, boston.pharmacyId] };
    const refused = await caller.call(endpoint, { body });
    expect([refused.status, refused.message]).toEqual([403, sentence]);
  }
  const connects = async (siteId: number, from: typeof boston) => [
    (await caller.call(connectPharmacy, { body: { g_id: siteId, ppId: from.pharmacyId } })).status,
    (await caller.call(connectWholesaler, { body: { g_id: siteId, wpId: from.wholesalerId } })).status,
  ];
  expect(await connects(lyon.siteId, boston)).toEqual([403, 403]);
  expect(await linksOf(lyon.siteId)).toEqual(before);

  // Who is connected already stays so, and the site is set up as ever.
  expect((await save(lyon.siteId, [lyon.pharmacyId], { phone: '+16175550123' })).status).toBe(200);
  const [site] = await portal.rows('select phone from care_group where care_group_id = $1', [lyon.siteId]);
  expect(site).toEqual({ phone: '+16175550123' });
  // Their own sites they give as ever.
  expect(await connects(boston.siteId, lyon)).toEqual([200, 200]);
  const paris = await portal.aSite(companyId, boston.trialId);
  expect((await save(paris, [boston.pharmacyId, lyon.pharmacyId])).status).toBe(200);
});

test('PRV-11 PSU-10 nobody becomes the supplier of a product at a site or in a trial that is seen by emergency access alone', async () => {
  const { boston, lyon, caller, linksOf } = await aNight();
  const supplies = async (g_id: number, { pharmacyId, wholesalerId, tablet, pen }: typeof boston) => {
    const answers = [
      await caller.call(addPharmacySupplier, { body: { g_id, ppId: pharmacyId, productId: tablet } }),
      await caller.call(addWholesalerSupplier, { body: { g_id, wpId: wholesalerId, productId: pen } }),
    ];
    return answers.map(({ status }) => status);
  };
  const before = await linksOf(lyon.siteId);
  for (const group of [lyon.siteId, lyon.trialId]) expect(await supplies(group, lyon)).toEqual([403, 403]);
  expect(await linksOf(lyon.siteId)).toEqual(before);
  for (const group of [boston.siteId, boston.trialId]) expect(await supplies(group, boston)).toEqual([200, 200]);
});

test('PRV-11 TRC-10 a trial that is seen by emergency access alone is given no other sponsor; its other settings are saved, and a site is added to it', async () => {
  const { portal, boston, lyon, caller } = await aNight();
  const settings = { outreachPreference: 0, hasCard: 0, hasShippingRequest: 1, subjectNumberMask: 'XXX-XXX' };
  const save = (g_id: number, sponsorId: number, more: object = {}) =>
    caller.call(configuration.reconfigureTrial, { body: { ...settings, g_id, sponsorId, ...more } });
  const refused = await save(lyon.trialId, boston.sponsorId);
  expect([refused.status, refused.message]).toEqual([403, sentence]);
  expect((await save(lyon.trialId, lyon.sponsorId, { outreachPreference: 1 })).status).toBe(200);
  expect(
    await portal.rows('select sponsor_id, outreach_preference from care_group where care_group_id = $1', [
      lyon.trialId,
    ]),
  ).toEqual([{ sponsor_id: lyon.sponsorId, outreach_preference: true }]);
  expect((await save(boston.trialId, lyon.sponsorId)).status).toBe(200);
  const added = await caller.call(addCareGroup, { body: siteOf(lyon.trialId, 'Grenoble') });
  expect(added.status).toBe(200);
  expect(await portal.rows('select from care_group_member where care_group_id = $1', [added.reply.gId])).toEqual([]);
});

test('PRV-11 CGW-23 a group that is seen by emergency access alone is given no other brand', async () => {
  const { portal, companyId, boston, lyon, caller } = await aNight();
  const brand = async (key: string) =>
    (
      await portal.rows<{ id: number }>(
        `insert into company_brand (company_id, brand_key, company_name, hours, portal_url, created_at)
         values ($1, $2, $2, '{}', 'https://' || $2 || '.example', now()) returning brand_id as id`,
        [companyId, key],
      )
    )[0]?.id ?? 0;
  const [north, south] = [await brand('north'), await brand('south')];
  await portal.rows('update care_group set brand_id = $2 where care_group_id = $1', [lyon.siteId, north]);
  const assign = (gId: number, brandId: number) => caller.call(assignBrand, { body: { companyId, gId, brandId } });
  const refused = await assign(lyon.siteId, south);
  expect([refused.status, refused.message]).toEqual([403, sentence]);
  expect(await portal.rows('select brand_id from care_group where care_group_id = $1', [lyon.siteId])).toEqual([
    { brand_id: north },
  ]);
  expect([(await assign(lyon.siteId, north)).status, (await assign(boston.siteId, south)).status]).toEqual([200, 200]);
});
