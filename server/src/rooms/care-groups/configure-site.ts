import type { Address } from '@portal/contract/addresses/rules.ts';
import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { type Change, changesBetween, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import { addressOf, storeAddress } from '#rooms/addresses/door.ts';
import { lockGroup, type Sight } from './queries.ts';

export interface SiteConfiguration {
  address: Address;
  phone?: string | null;
  extension?: string | null;
  studyContact?: string | null;
  studyContactEmail?: string | null;
  notes?: string | null;
  version?: number;
}

/** Stores the configuration of a site. Its pharmacies are connected by the partners' own act. */
export async function configureSite(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  siteId: number,
  given: SiteConfiguration,
): Promise<void> {
  const site = await lockGroup(tx, viewer, siteId, 'site');
  if (!site) throw fail('not_found');
  if (given.version !== undefined && given.version !== site.version) throw fail('stale');
  const before = site.address_id === null ? null : await addressOf(tx, site.address_id);
  const addressChanges: Change[] = changesBetween({ address: before }, { address: given.address });
  const fields = {
    is_configured: true,
    phone: given.phone ?? null,
    extension: given.extension ?? null,
    study_contact: given.studyContact ?? null,
    study_contact_email: given.studyContactEmail ?? null,
    notes: given.notes ?? null,
  };
  await tx
    .updateTable('care_group')
    .set({
      ...fields,
      version: site.version + 1,
      address_id: addressChanges.length > 0 ? await storeAddress(tx, viewer, given.address) : site.address_id,
    })
    .where('care_group_id', '=', siteId)
    .execute();
  await record(tx, clock, viewer, {
    action: 'site.configured',
    record: { kind: 'care_group', id: siteId },
    changes: [...changesBetween(site, fields), ...addressChanges],
  });
  await announce(tx, clock, viewer.companyId, { type: 'care_group.changed', id: siteId, careGroupId: siteId });
}
