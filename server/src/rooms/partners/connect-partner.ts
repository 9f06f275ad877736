import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Act } from '#platform/act/act.ts';
import { countChange, lockSite, type Sight } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';

/** Connects a partner to a site (PSU-03). What is connected already stays connected once. */
export async function connectPartner(
  { tx, viewer, record, announce }: Act<Actor & Sight>,
  given: { siteId: number; partnerId: number; kind?: PartnerKind },
): Promise<void> {
  if (!(await lockSite(tx, viewer, given.siteId))) throw fail('not_found');
  const partner = await queries.partnerInSight(tx, viewer, given.partnerId, given.kind);
  if (!partner) throw fail('not_found');
  const added = await tx
    .insertInto('site_partner')
    .values({ company_id: viewer.companyId, site_id: given.siteId, partner_id: given.partnerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('site_id')
    .executeTakeFirst();
  if (!added) return;
  if (partner.kind === 'pharmacy') await countChange(tx, given.siteId);
  await record({
    action: 'site.partner_connected',
    record: { kind: 'care_group', id: given.siteId },
    changes: created({ partner_id: given.partnerId }),
  });
  await announce({
    type: 'partner.changed',
    id: given.partnerId,
    careGroupId: given.siteId,
    partnerId: given.partnerId,
  });
}
