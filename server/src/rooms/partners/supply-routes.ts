import * as api from '@portal/contract/partners/supply-endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { endSupply, supplyProduct } from './supply-product.ts';

/** Who supplies which product of a site (PSU-10). */
export const supplyRoutes: Room = ({ route }) => {
  const done = { message: api.partnerUpdated };

  route(api.addPharmacySupplier, async ({ act, body }) => {
    await supplyProduct(act, ofPharmacy(body));
    return done;
  });
  route(api.addWholesalerSupplier, async ({ act, body }) => {
    await supplyProduct(act, ofWholesaler(body));
    return done;
  });
  route(api.removePharmacySupplier, async ({ act, query }) => {
    await endSupply(act, ofPharmacy(query));
    return done;
  });
  route(api.removeWholesalerSupplier, async ({ act, query }) => {
    await endSupply(act, ofWholesaler(query));
    return done;
  });
};

const ofPharmacy = ({ g_id, ppId, productId }: Record<'g_id' | 'ppId' | 'productId', number>) => ({
  careGroupId: g_id,
  partnerId: ppId,
  productId,
  kind: 'pharmacy' as const,
});
const ofWholesaler = ({ g_id, wpId, productId }: Record<'g_id' | 'wpId' | 'productId', number>) => ({
  careGroupId: g_id,
  partnerId: wpId,
  productId,
  kind: 'wholesaler' as const,
});
