import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { countChange, lockSite, type Sight } from '#rooms/care-groups/door.ts';
import { anyText } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdConnection, holdSupplied } from './manage-queries.ts';
import * as queries from './queries.ts';

/**
 * Ends that a partner is connected to a site, and with it what it supplies there (CAE-06, CAE-19). Refused while it has a
 * valid price for something it supplies there (OPS-40), or a request of the site that is not finished.
 */
export async function disconnectPartner(
  { tx, viewer, now, record, announce }: Act<Actor & Sight>,
  given: { siteId: number; partnerId: number; kind: PartnerKind },
): Promise<void> {
  const { siteId, partnerId } = given;
  const site = await lockSite(tx, viewer, siteId);
  const partner = await queries.partnerInSight(tx, viewer, partnerId, given.kind);
  const connection = site && partner && (await holdConnection(tx, siteId, partnerId));
  if (!connection) throw fail('not_found');
  for (const productId of await holdSupplied(tx, siteId, partnerId))
    if (await queries.hasValidPrice(tx, partnerId, productId)) throw fail('product_supply.priced');
  const open = await tx
    .selectFrom('shipment_request')
    .select('request_id')
    .where('site_id', '=', siteId)
    .where('partner_id', '=', partnerId)
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
    .where('partner_id', '=', partnerId)
    .where('removed_at', 'is', null)
    .returning('product_id')
    .execute();
  const supplied = ended.map((link) => link.product_id).sort((one, other) => one - other);
  await tx
    .updateTable('site_partner')
    .set({ removed_at })
    .where('connection_id', '=', connection.connectionId)
    .execute();
  if (given.kind === 'pharmacy') await countChange(tx, siteId);
  const ofSite = { kind: 'care_group' as const, id: siteId };
  await record(
    ...supplied.map((productId) => ({
      action: 'site.supplier_removed' as const,
      record: ofSite,
      changes: [
        { field: 'partner_id', old: partnerId },
        { field: 'product_id', old: productId },
      ],
    })),
    { action: 'site.partner_disconnected', record: ofSite, changes: [{ field: 'partner_id', old: partnerId }] },
  );
  await announce(
    { type: 'partner.changed', id: partnerId, careGroupId: siteId, partnerId },
    ...supplied.map((id) => ({ type: 'product.changed' as const, id, careGroupId: siteId, partnerId })),
  );
}
