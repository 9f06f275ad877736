import * as api from '@portal/contract/partners/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';
import { manageRoutes } from './manage-routes.ts';
import { siteRoutes } from './site-routes.ts';
import { supplyRoutes } from './supply-routes.ts';
import { userRoutes } from './user-routes.ts';

export const partners: Room = (house) => {
  const { route } = house;
  manageRoutes(house);
  userRoutes(house);
  siteRoutes(house);
  supplyRoutes(house);

  route(api.listSitePharmacies, async ({ viewer, query, tx }) => ({
    pharmacyPartners: (await partnersOf(tx, viewer, query.g_id, 'pharmacy')).map(({ partnerId, name, ...contact }) => ({
      ppId: partnerId,
      pharmacyName: name,
      ...contact,
    })),
  }));

  route(api.listSiteWholesalers, async ({ viewer, query, tx }) => ({
    wholesalerPartners: (await partnersOf(tx, viewer, query.g_id, 'wholesaler')).map(
      ({ partnerId, name, ...contact }) => ({ wpId: partnerId, wholesalerName: name, ...contact }),
    ),
  }));

  route(api.listPharmacySupply, async ({ viewer, query, tx }) =>
    (await supplyOf(tx, viewer, query.g_id, 'pharmacy', { partnerId: query.ppId, productId: query.productId })).map(
      ({ partnerId, name, ...rest }) => ({
        ...rest,
        ppId: partnerId,
        pharmacyName: name,
      }),
    ),
  );

  route(api.listWholesalerSupply, async ({ viewer, query, tx }) =>
    (await supplyOf(tx, viewer, query.g_id, 'wholesaler', { partnerId: query.wpId, productId: query.productId })).map(
      ({ partnerId, name, ...rest }) => ({
        ...rest,
        wpId: partnerId,
        wholesalerName: name,
      }),
    ),
  );
};

async function partnersOf(tx: Tx, viewer: Viewer, careGroupId: number, kind: PartnerKind) {
  const [trialId, rows] = await Promise.all([
    trialOf(tx, viewer, careGroupId),
    queries.connectedPartners(tx, viewer, careGroupId, kind).execute(),
  ]);
  if (!trialId) throw fail('not_found');
  return rows;
}

/** A partner or a product that is asked for by number must be one this person may know of. */
async function supplyOf(
  tx: Tx,
  viewer: Viewer,
  careGroupId: number,
  kind: PartnerKind,
  only: { partnerId: number | undefined; productId: number | undefined },
) {
  const trialId = await trialOf(tx, viewer, careGroupId);
  if (!trialId) throw fail('not_found');
  if (only.partnerId !== undefined && !(await queries.partnerInSight(tx, viewer, only.partnerId, kind)))
    throw fail('not_found');
  if (only.productId !== undefined && !(await queries.productOf(tx, trialId, only.productId))) throw fail('not_found');
  return queries.supplyOf(tx, viewer, careGroupId, trialId, kind, only).execute();
}
