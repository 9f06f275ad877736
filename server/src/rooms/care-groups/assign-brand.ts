import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { type Editor, holdToChange, saveGroup } from './change-care-group.ts';
import { refuseInEmergency } from './for-good.ts';

/** Gives a group a brand of its company, or with null takes it away; gives the group's new version (CGW-23). */
export async function assignBrand(
  act: Act<Editor>,
  given: { careGroupId: number; brandId: number | null; version?: number | undefined },
): Promise<number> {
  const { tx, viewer } = act;
  const group = await holdToChange(tx, viewer, given.careGroupId, given.version);
  const { brandId } = given;
  // Asked inside the fence; a foreign key alone would let another company's pass.
  const brand =
    brandId === null ||
    (await tx.selectFrom('company_brand').select('brand_id').where('brand_id', '=', brandId).executeTakeFirst());
  if (!brand) throw fail('not_found');
  if (brandId !== null && brandId !== group.brand_id) await refuseInEmergency(tx, viewer, [given.careGroupId]);
  return saveGroup(act, group, 'care_group.brand_assigned', { brand_id: brandId });
}
