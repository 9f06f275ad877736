import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { countChange, lockSite, type Sight } from '#rooms/care-groups/door.ts';
import { anyOf, anyText } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdConnections, holdSupplied } from './manage-queries.ts';
import * as queries from './queries.ts';

/**
 * Ends that partners are connected to a site, and with it what they supply there (CAE-06, CAE-19). Refused while one of them
 * has a valid price for something it supplies there (OPS-40), or a request of the site that is not finished.
 */
export async function disconnectPartners(
  { tx, viewer, now, record, announce }: Act<Actor & Sight>,
  { siteId, partnerIds, kind }: { siteId: number; partnerIds: readonly number[]; kind: PartnerKind },
): Promise<void> {
  if (partnerIds.length === 0) return;
  const site = await lockSite(tx, viewer, siteId);
  const partners = await queries.partnersInSight(tx, viewer, partnerIds, kind);
  const connections = site ? await holdConnections(tx, siteId, partnerIds) : [];
  if ([partners, connections].some((found) => found.length < partnerIds.length)) throw fail('not_found');
  await holdSupplied(tx, siteId, partnerIds);
  if (await queries.haveValidPrices(tx, siteId, partnerIds)) throw fail('product_supply.priced');
  const open = await tx
    .selectFrom('shipment_request')
    .select('request_id')
    .where('site_id', '=', siteId)
    .where('partner_id', '=', anyOf(partnerIds))
    .where('status', '=', anyText([...activeStatuses]))
    .limit(1)
    .executeTakeFirst();
  if (open) throw fail('partner.has_requests');
  const removed_at = now();
  // What was held may have ended in the meantime: the supplier type of its product was changed.
  const ended = await tx
    .updateTable('product_supply')
    .set({ removed_at })
    .where('site_id', '=', siteId)
    .where('partner_id', '=', anyOf(partnerIds))
    .where('removed_at', 'is', null)
    .returning(['partner_id as partnerId', 'product_id as productId'])
    .execute();
  const supplied = ended.sort((one, other) => one.partnerId - other.partnerId || one.productId - other.productId);
  await tx
    .updateTable('site_partner')
    .set({ removed_at })
    .where('connection_id', '=', anyOf(connections.map(({ connectionId }) => connectionId)))
    .execute();
  if (kind === 'pharmacy') await countChange(tx, siteId);
  const ofSite = { kind: 'care_group' as const, id: siteId };
  await record(
    ...supplied.map(({ partnerId, productId }) => ({
      action: 'site.supplier_removed' as const,
      record: ofSite,
      changes: [
        { field: 'partner_id', old: partnerId },
        { field: 'product_id', old: productId },
      ],
    })),
    ...partnerIds.map((partnerId) => ({
      action: 'site.partner_disconnected' as const,
      record: ofSite,
      changes: [{ field: 'partner_id', old: partnerId }],
    })),
  );
  await announce(
    ...partnerIds.map((id) => ({ type: 'partner.changed' as const, id, careGroupId: siteId, partnerId: id })),
    ...supplied.map(({ partnerId, productId }) => ({
      type: 'product.changed' as const,
      id: productId,
      careGroupId: siteId,
      partnerId,
    })),
  );
}
