import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import type { Act } from '#platform/act/act.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';
import type { House } from '#platform/http/calls.ts';
import { failFields } from '#platform/core/fail.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { addPartner } from './add-partner.ts';
import { changePartner } from './change-partner.ts';
import { connectPartners } from './connect-partners.ts';
import { disconnectPartners } from './disconnect-partners.ts';
import { partnersOf, undelivered } from './manage-queries.ts';
import { presentPharmacy, presentWholesaler } from './present.ts';
import type { PartnerRow } from './queries.ts';

/** The partners of a company and their connections to sites. */
export function manageRoutes({ route }: Pick<House, 'route'>): void {
  route(api.listPharmacies, async ({ act, viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const rows = await list(partnersOf(tx, viewer, 'pharmacy'));
    const saysDelivery = await deliveryTo(act, rows);
    return { pharmacyPartners: rows.map((row) => ({ ...presentPharmacy(row), ...saysDelivery(row) })) };
  });
  route(api.listWholesalers, async ({ act, viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const rows = await list(partnersOf(tx, viewer, 'wholesaler'));
    const saysDelivery = await deliveryTo(act, rows);
    return { wholesalerPartners: rows.map((row) => ({ ...presentWholesaler(row), ...saysDelivery(row) })) };
  });

  const added = { message: 'Partner successfully added.', version: 1 };
  route(api.addPharmacy, async ({ act, viewer, body }) => {
    const fields = given(viewer, 'pharmacy', body.pharmacyName, body);
    return { ...added, ppId: await addPartner(act, fields) };
  });
  route(api.addWholesaler, async ({ act, viewer, body }) => {
    const fields = given(viewer, 'wholesaler', body.wholesalerName, body);
    return { ...added, wpId: await addPartner(act, fields) };
  });

  const changed = { message: 'Partner successfully updated.' };
  route(api.changePharmacy, async ({ act, viewer, body }) => {
    const { ppId, pharmacyName, version } = body;
    const fields = { ...given(viewer, 'pharmacy', pharmacyName, body), partnerId: ppId, version };
    return { ...changed, ppId, version: await changePartner(act, fields) };
  });
  route(api.changeWholesaler, async ({ act, viewer, body }) => {
    const { wpId, wholesalerName, version } = body;
    const fields = { ...given(viewer, 'wholesaler', wholesalerName, body), partnerId: wpId, version };
    return { ...changed, wpId, version: await changePartner(act, fields) };
  });

  const connected = { message: 'Partner connected.' };
  route(api.connectPharmacy, async ({ act, body }) => {
    await connectPartners(act, { siteId: body.g_id, partnerIds: [body.ppId], kind: 'pharmacy' });
    return connected;
  });
  route(api.connectWholesaler, async ({ act, body }) => {
    await connectPartners(act, { siteId: body.g_id, partnerIds: [body.wpId], kind: 'wholesaler' });
    return connected;
  });

  const disconnected = { message: 'Partner disconnected.' };
  route(api.disconnectPharmacy, async ({ act, query }) => {
    await disconnectPartners(act, { siteId: query.g_id, partnerIds: [query.ppId], kind: 'pharmacy' });
    return disconnected;
  });
  route(api.disconnectWholesaler, async ({ act, query }) => {
    await disconnectPartners(act, { siteId: query.g_id, partnerIds: [query.wpId], kind: 'wholesaler' });
    return disconnected;
  });
}

/** Says of a partner that no mail arrives there. */
async function deliveryTo({ tx, now }: Pick<Act, 'tx' | 'now'>, rows: readonly Pick<PartnerRow, 'partnerId'>[]) {
  const ids = rows.map(({ partnerId }) => partnerId);
  const failing = await undelivered(tx, ids, now());
  return ({ partnerId }: Pick<PartnerRow, 'partnerId'>) =>
    failing.has(partnerId) ? { areMailsUndelivered: true } : {};
}

type Given = Pick<
  typeof api.addPharmacy.body._zod.output,
  'phoneNumber' | 'faxNumber' | 'email' | 'sendEmail' | 'address' | 'companyId'
>;

/** What was given, in our words; refused where it names another company or cannot be. */
function given(viewer: Viewer, kind: PartnerKind, name: string, body: Given) {
  refuseOtherCompany(viewer, body.companyId);
  const { phoneNumber: phone, faxNumber, email, sendEmail } = body;
  const fax = faxNumber || null;
  // Asked here and in the form, not in the schema: the web would carry the library's tables on its first page.
  const wrong = {
    ...(isPhone(phone) ? {} : { phoneNumber: phoneMessage }),
    ...(fax === null || isPhone(fax) ? {} : { faxNumber: phoneMessage }),
  };
  if (Object.keys(wrong).length > 0) throw failFields(wrong);
  return { kind, name, phone, fax, email, sendEmail, address: acceptedAddress(body.address) };
}
