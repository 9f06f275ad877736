import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Act } from '#platform/act/act.ts';
import { countChange, lockSite, refuseInEmergency, type Sight } from '#rooms/care-groups/door.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';

/** Connects partners to a site (PSU-03). What is connected already stays connected once. */
export async function connectPartners(
  { tx, viewer, record, announce }: Act<Actor & Sight>,
  { siteId, partnerIds, kind }: { siteId: number; partnerIds: readonly number[]; kind?: PartnerKind },
): Promise<void> {
  if (!(await lockSite(tx, viewer, siteId))) throw fail('not_found');
  const partners = await queries.partnersInSight(tx, viewer, partnerIds, kind);
  if (partners.length < new Set(partnerIds).size) throw fail('not_found');
  if (partners.length === 0) return;
  const links = partners.map((partner) => ({
    company_id: viewer.companyId,
    site_id: siteId,
    partner_id: partner.partnerId,
  }));
  const rows = await insertRows(tx, 'site_partner', links)
    .onConflict((conflict) => conflict.doNothing())
    .returning('partner_id')
    .execute();
  const added = rows.map((row) => row.partner_id);
  if (added.length > 0) await refuseInEmergency(tx, viewer, [siteId]);
  if (partners.some((partner) => partner.kind === 'pharmacy' && added.includes(partner.partnerId)))
    await countChange(tx, siteId);
  await record(
    ...added.map((partnerId) => ({
      action: 'site.partner_connected' as const,
      record: { kind: 'care_group' as const, id: siteId },
      changes: created({ partner_id: partnerId }),
    })),
  );
  await announce(...added.map((id) => ({ type: 'partner.changed' as const, id, careGroupId: siteId, partnerId: id })));
}
