import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { type Sight, trialOf } from '#rooms/care-groups/door.ts';
import { partnerInSight } from '#rooms/partners/door.ts';
import { trialIdOf } from '#rooms/products/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { seesGroup } from '#platform/security/viewer.ts';
import { isAskedInSight } from './asked.ts';
import { type Parties, sponsorInSight } from './queries.ts';

/**
 * Refuses, as if they did not exist, a product, a partner or a sponsor that this person may not know of (SEC-22, SEC-23). A
 * price holds at every site of its trial, so who has only some of them reads it and does not change it, as with products. A partner that
 * was disconnected is known by what was asked for of it, since that is invoiced still.
 */
export async function seeParties(
  tx: Tx,
  viewer: Sight,
  { productId, partnerId, sponsorId }: Parties,
  to: 'read' | 'change',
  kind?: PartnerKind,
): Promise<void> {
  const trialId = await trialIdOf(tx, productId);
  if (!trialId || !(await trialOf(tx, viewer, trialId))) throw fail('not_found');
  if (to === 'change' && !seesGroup(viewer, trialId)) throw fail('not_found');
  const isKnown =
    (await partnerInSight(tx, viewer, partnerId, kind)) ??
    (await isAskedInSight(tx, viewer, { productId, partnerId, sponsorId }, kind));
  if (!isKnown) throw fail('not_found');
  if (sponsorId !== null && !(await sponsorInSight(tx, viewer, sponsorId, trialId))) throw fail('not_found');
}
