/** Under which brand a company writes to its patients and participants: one of its own, wherever its people are at work. */
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { portalUrlOf } from './portal-url.ts';

type Ground = Pick<House, 'brands' | 'env'>;

/**
 * A brand of the company with a host; where there is none, `otherwise`, or else the installation's for the company. `nearness` is SQL over the brand
 * `given.brand_id`: the least comes first, and null is a brand of no group that it is about; of those, one that no group has is next.
 */
export async function brandToWriteIn(
  house: Ground,
  tx: Tx,
  { companyId, nearness, otherwise }: { companyId: number; nearness: RawBuilder<number | null>; otherwise?: Brand },
): Promise<Brand> {
  const own = await tx
    .selectFrom('host_brand as given')
    .select('given.brand_id as brandId')
    .where('given.company_id', '=', companyId)
    .orderBy(nearness, (order) => order.asc().nullsLast())
    .orderBy(sql`exists (select from care_group where brand_id = given.brand_id and removed_at is null)`)
    .orderBy('given.brand_id')
    .limit(1)
    .executeTakeFirst();
  return (own && house.brands.withKey(hostBrandKey(own.brandId))) ?? otherwise ?? brandOfInstallation(house, companyId);
}

function brandOfInstallation(house: Ground, companyId: number): Brand {
  const portalUrl = portalUrlOf(house, companyId);
  const { all } = house.brands;
  const brand = all.find((one) => one.portalUrl === portalUrl) ?? all.find(({ key }) => key === 'default') ?? all[0];
  if (!brand) throw new Error('the table of brands is empty');
  return { ...brand, portalUrl };
}
