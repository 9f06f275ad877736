import type { Address } from '@portal/contract/addresses/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { type Change, changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { addressOf, storeAddress } from '#rooms/addresses/door.ts';
import { current } from './present.ts';
import { lockSite, type Sight } from './queries.ts';
import { tellOfAddress } from './tell.ts';

export interface SiteConfiguration {
  address: Address;
  phone?: string | null | undefined;
  extension?: string | null | undefined;
  studyContact?: string | null | undefined;
  studyContactEmail?: string | null | undefined;
  notes?: string | null | undefined;
  version?: number | undefined;
}

/** Stores the configuration of a site; gives its new version. Its pharmacies are connected by the partners' own act. */
export async function configureSite(
  act: Act<Actor & Sight>,
  siteId: number,
  given: SiteConfiguration,
): Promise<number> {
  const { tx, viewer, record, announce } = act;
  const site = await lockSite(tx, viewer, siteId);
  if (!site) throw fail('not_found');
  if (given.version !== undefined && given.version !== site.version)
    throw failStale(await current.site(tx, viewer, siteId));
  const before = site.address_id === null ? null : await addressOf(tx, site.address_id);
  const addressChanges: Change[] = changesBetween({ address: before }, { address: given.address });
  const fields = {
    is_configured: true,
    phone: given.phone || null,
    extension: given.extension || null,
    study_contact: given.studyContact || null,
    study_contact_email: given.studyContactEmail || null,
    notes: given.notes || null,
  };
  const changes = [...changesBetween(site, fields), ...addressChanges];
  if (changes.length === 0) return site.version;
  const version = site.version + 1;
  await tx
    .updateTable('care_group')
    .set({
      ...fields,
      version,
      address_id: addressChanges.length > 0 ? await storeAddress(tx, viewer, given.address) : site.address_id,
    })
    .where('care_group_id', '=', siteId)
    .execute();
  await record({
    action: 'site.configured',
    record: { kind: 'care_group', id: siteId },
    changes,
  });
  await announce({ type: 'care_group.changed', id: siteId, careGroupId: siteId });
  if (addressChanges.length > 0) await tellOfAddress(act, siteId);
  return version;
}
