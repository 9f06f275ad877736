import * as api from '@portal/contract/partners/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/core/fail.ts';
import type { Listing, Room } from '#platform/http/calls.ts';
import { presentPharmacy, presentWholesaler } from './present.ts';
import * as queries from './queries.ts';
import { manageRoutes } from './manage-routes.ts';
import { siteRoutes } from './site-routes.ts';
import { supplyRoutes } from './supply-routes.ts';
import { userRoutes } from './user-routes.ts';

export const partners: Room = (house) => {
  const { route } = house;
  house.lies({ partner: 'company' });
  manageRoutes(house);
  userRoutes(house);
  siteRoutes(house);
  supplyRoutes(house);

  route(api.listSitePharmacies, async (call) => ({
    pharmacyPartners: (await partnersOf(call, call.query.g_id, 'pharmacy')).map(presentPharmacy),
  }));

  route(api.listSiteWholesalers, async (call) => ({
    wholesalerPartners: (await partnersOf(call, call.query.g_id, 'wholesaler')).map(presentWholesaler),
  }));

  route(api.listPharmacySupply, async (call) => {
    const { g_id: gId, ppId, productId } = call.query;
    const rows = await supplyOf(call, gId, 'pharmacy', { partnerId: ppId, productId });
    return rows.map(({ partnerId, name, ...rest }) => ({ ...rest, ppId: partnerId, pharmacyName: name }));
  });

  route(api.listWholesalerSupply, async (call) => {
    const { g_id: gId, wpId, productId } = call.query;
    const rows = await supplyOf(call, gId, 'wholesaler', { partnerId: wpId, productId });
    return rows.map(({ partnerId, name, ...rest }) => ({ ...rest, wpId: partnerId, wholesalerName: name }));
  });
};

async function partnersOf({ tx, viewer, list }: Listing, careGroupId: number, kind: PartnerKind) {
  const [trialId, rows] = await Promise.all([
    trialOf(tx, viewer, careGroupId),
    list(queries.connectedPartners(tx, viewer, careGroupId, kind)),
  ]);
  if (!trialId) throw fail('not_found');
  return rows;
}

/** A partner or a product that is asked for by number must be one this person may know of. */
async function supplyOf(
  { tx, viewer, list }: Listing,
  careGroupId: number,
  kind: PartnerKind,
  only: { partnerId: number | undefined; productId: number | undefined },
) {
  const trialId = await trialOf(tx, viewer, careGroupId);
  if (!trialId) throw fail('not_found');
  if (only.partnerId !== undefined && !(await queries.partnerInSight(tx, viewer, only.partnerId, kind)))
    throw fail('not_found');
  if (only.productId !== undefined && !(await queries.productOf(tx, trialId, only.productId))) throw fail('not_found');
  const rows = await list(queries.supplyOf(tx, viewer, careGroupId, trialId, kind, only));
  const apart = await queries.toldApart(tx, viewer);
  return rows.map((row) => ({ ...row, tellsApart: apart.get(row.partnerId) }));
}
