/** Partners of one name, which is allowed, in the replies by which supply and prices are decided. */
import { listPharmacySupply, listWholesalerSupply } from '@portal/contract/partners/endpoints.ts';
import { listMissingPrices } from '@portal/contract/pricing/endpoints.ts';
import { listGridPrices, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

async function openChain() {
  const portal = await openPortal();
  const { companyId, trialId, siteId, pharmacyId, wholesalerId, tablet, admin } = await portal.aTrialAtWork();
  const branch = async (company: number, city: string) =>
    portal.aPartner(company, 'pharmacy', {
      name: 'Northgate  Pharmacy',
      address_id: await portal.addressOf(company, { city }),
    });
  // In Boston; a wholesaler of that name is told apart by its kind.
  await portal.rows(`update partner set name = 'Northgate Pharmacy' where partner_id in ($1, $2)`, [
    pharmacyId,
    wholesalerId,
  ]);
  const lyon = await branch(companyId, 'Lyon');
  await branch(await portal.aCompany(), 'Boston');
  const query = { g_id: siteId };
  return { portal, companyId, trialId, siteId, pharmacyId, wholesalerId, lyon, tablet, admin, query };
}

test('PSU-02 PRC-04 of partners of one name and kind the replies on supply and prices tell the city too, also where only one of them is connected', async () => {
  const { portal, trialId, siteId, companyId, pharmacyId, wholesalerId, lyon, tablet, query, ...chain } =
    await openChain();
  const admin = await portal.signedIn(chain.admin);
  const supply = async () =>
    (await admin.call(listPharmacySupply, { query: { ...query, productId: tablet } })).reply.map((one) => [
      one.ppId,
      one.tellsApart,
    ]);
  expect(await supply()).toEqual([[pharmacyId, 'Boston']]);
  await portal.connect(companyId, siteId, lyon, [tablet]);
  const both = [
    [pharmacyId, 'Boston'],
    [lyon, 'Lyon'],
  ];
  expect(await supply()).toEqual(expect.arrayContaining(both));
  expect(
    (await admin.call(listWholesalerSupply, { query: { ...query, productId: tablet } })).reply.map((one) => [
      one.wpId,
      one.tellsApart,
    ]),
  ).toEqual([[wholesalerId, undefined]]);
  const ofTablet = (rows: readonly { productId: number; partnerId: number; tellsApart?: string | undefined }[]) =>
    rows
      .filter(({ productId, partnerId }) => productId === tablet && partnerId !== wholesalerId)
      .map(({ partnerId, tellsApart }) => [partnerId, tellsApart])
      .toSorted(([one], [other]) => Number(one) - Number(other));
  expect(ofTablet((await admin.call(listGridPrices, { query })).reply.prices)).toEqual(both);
  expect(ofTablet((await admin.call(listMissingPrices, {})).reply.missing)).toEqual(both);
  const { sites } = (await admin.call(readSetUp, { query: { g_id: trialId } })).reply;
  expect(ofTablet(sites.flatMap((site) => site.missingPrices))).toEqual(both);
});

test('SEC-23 PSU-02 who knows of one partner alone is not told that another one is called so', async () => {
  const { portal, companyId, siteId, pharmacyId, tablet, query } = await openChain();
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const { body } = await user.call(listPharmacySupply, { query: { ...query, productId: tablet } });
  expect(body).toEqual([{ productId: tablet, ppId: pharmacyId, pharmacyName: 'Northgate Pharmacy', isSupplier: 1 }]);
});
