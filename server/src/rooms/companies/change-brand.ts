import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import { type Change, changesBetween, type Recorded } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { brandFields, type GivenBrand } from './brand-fields.ts';
import { alertsOf, brandsOf, type HeldBrand, lockBrand } from './brand-queries.ts';
import { presentBrand } from './present-brand.ts';
import { setAlerts } from './set-alerts.ts';

export type BrandChange = GivenBrand & {
  brandId: number;
  version?: number | undefined;
  /** As it was read; it does not change (BRN-13). */
  portalUrl?: string | null | undefined;
};

/** Changes a brand and gives its new version (API-07). Its portal address stays as it is. */
export async function changeBrand(act: Act<Actor>, given: BrandChange): Promise<number> {
  const { tx, viewer } = act;
  const before = await lockBrand(tx, viewer, given.brandId);
  if (!before) throw fail('not_found');
  await refuseStale(tx, viewer, before, given.version);
  if (given.portalUrl !== undefined && given.portalUrl !== before.portal_url)
    throw failFields({ portalUrl: 'is set by the portal and cannot be changed' });
  const { fields, changes } = await brandFields(tx, viewer, given, before);
  const own = {
    company_name: given.companyName ?? before.company_name,
    brand_key: given.brandKey || before.brand_key,
  };
  const alerts = given.alerts ? await setAlerts(act, given.brandId, given.alerts) : [];
  return saveBrand(act, before, {
    action: 'brand.changed',
    fields: { ...fields, ...own },
    changes: [...changesBetween(before, own), ...changes, ...alerts],
  });
}

/** Writes, records and announces a change of a brand that is held; gives the version it has then. */
export async function saveBrand(
  { tx, record, announce }: Act<Actor>,
  before: HeldBrand,
  change: Pick<Recorded, 'action'> & { fields: Partial<HeldBrand>; changes: readonly Change[] },
): Promise<number> {
  if (change.changes.length === 0) return before.version;
  const version = before.version + 1;
  await tx
    .updateTable('company_brand')
    .set({ ...change.fields, version })
    .where('brand_id', '=', before.brand_id)
    .execute();
  await record({
    action: change.action,
    record: { kind: 'company_brand', id: before.brand_id },
    changes: change.changes,
  });
  await announce({ type: 'brand.changed', id: before.brand_id });
  return version;
}

/** REL-07: an older version is refused, with the state that is current. */
export async function refuseStale(
  tx: Tx,
  viewer: Pick<Actor, 'companyId'>,
  { brand_id, version }: HeldBrand,
  given: number | undefined,
): Promise<void> {
  if (given === undefined || given === version) return;
  const current = await brandsOf(tx, viewer, brand_id).executeTakeFirstOrThrow();
  throw failStale(presentBrand(current, await alertsOf(tx, viewer, brand_id)));
}
