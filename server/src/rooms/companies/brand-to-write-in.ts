/** Under which brand a company is written for: one of its own, wherever its people are at work. */
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { isOfCompany } from './hosts-of-brands.ts';
import { invitedUnder, usualBrandOf } from './portal-url.ts';

/**
 * A brand of the company with a host; where there is none, `otherwise`, or else the installation's for the company. `nearness` is SQL over the brand
 * `given.brand_id`: the least comes first, and null is a brand of no group that it is about; of those, one that no group has is next.
 */
export async function brandToWriteIn(
  house: Pick<House, 'brands' | 'env'>,
  tx: Tx,
  { companyId, nearness, otherwise }: { companyId: number; nearness?: RawBuilder<number | null>; otherwise?: Brand },
): Promise<Brand> {
  // One statement, since it is asked for one patient after the other.
  const found = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('host_brand as given')
        .select('given.brand_id')
        .where('given.company_id', '=', companyId)
        .where(isOfCompany(house.brands))
        .$if(nearness !== undefined, (select) =>
          select.orderBy(nearness as RawBuilder<number | null>, (order) => order.asc().nullsLast()),
        )
        .orderBy(sql`exists (select from care_group where brand_id = given.brand_id and removed_at is null)`)
        .orderBy('given.brand_id')
        .limit(1)
        .as('own'),
      invitedUnder(house.brands, companyId).as('invitedUnder'),
    ])
    .executeTakeFirstOrThrow();
  const own = found.own === null ? undefined : house.brands.withKey(hostBrandKey(found.own));
  return own ?? otherwise ?? usualBrandOf(house, companyId, found.invitedUnder);
}
