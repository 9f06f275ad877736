import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import { listSitePharmacies, listSiteWholesalers } from '@portal/contract/partners/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from './portal.ts';

test('SHP-23 what the record of a site is made of can be read: names, address, prescribers, partners, mask and products', async () => {
  const portal = await openPortal();
  const { companyId, siteId, tablet, pen, pharmacyId, wholesalerId, siteUser } = await portal.aTrialAtWork();
  const prescriber = await portal.aPerson('Site User', { company_id: companyId, is_prescriber: true }, [siteId]);
  await portal.rows(
    "update care_group set name = 'AUR-101-BOS', display_name = 'Boston General' where care_group_id = $1",
    [siteId],
  );
  const user = await portal.signedIn(siteUser);
  const asked = { query: { g_id: siteId } };

  const trials = await user.call(listTrials, { query: { status: 'fully_configured' } });
  const site = trials.reply.groups.find(({ gId }) => gId === siteId);
  expect(site).toMatchObject({
    gId: siteId,
    groupName: 'AUR-101-BOS',
    displayName: 'Boston General',
    groupType: 'Trial Site',
    subjectNumberMask: 'XXX-XXX',
  });
  expect((await user.call(readSite, asked)).reply.siteInfo?.address).toMatchObject({ city: 'Boston', country: 'USA' });
  const prescribers = await user.call(listSiteUsers, { query: { g_id: siteId, prescriber: 'true' } });
  expect(prescribers.reply.users.map(({ cpId }) => cpId)).toEqual([prescriber]);
  const pharmacies = await user.call(listSitePharmacies, asked);
  expect(pharmacies.reply.pharmacyPartners.map(({ ppId }) => ppId)).toEqual([pharmacyId]);
  const wholesalers = await user.call(listSiteWholesalers, asked);
  expect(wholesalers.reply.wholesalerPartners.map(({ wpId }) => wpId)).toEqual([wholesalerId]);
  expect((await user.call(listProducts, asked)).reply.map(({ productId }) => productId)).toEqual([tablet, pen]);
});
