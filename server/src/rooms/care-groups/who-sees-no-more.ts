import type { UserType } from '@portal/contract/access.ts';
import { seesByGroups } from '@portal/contract/providers/user-rules.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';

interface LeftGroups {
  companyId: number;
  providerIds: readonly number[];
  /** In the place of one that was removed the one above it, where there is one: who is in that has lost nothing. */
  careGroupIds: readonly number[];
}

/** Who of these people sees by groups, and one of these neither by a group of theirs nor with the whole company. */
export async function whoSeesNoMore(tx: Tx, { companyId, providerIds, careGroupIds }: LeftGroups) {
  const people = await tx
    .selectFrom('provider')
    .select(['provider_id as providerId', 'email', 'type', 'admin_rights as adminRights'])
    .where('company_id', '=', companyId)
    .where('provider_id', '=', anyOf(providerIds))
    .where(sql<boolean>`not exists (select from sees_company s where s.provider_id = provider.provider_id)`)
    .where(
      sql<boolean>`exists (select from unnest(${[...careGroupIds]}::int[]) as given (id)
        where not lies_in_groups_of(given.id, provider.provider_id))`,
    )
    .orderBy('provider_id')
    .execute();
  return people.filter(({ type }) => seesByGroups(type as UserType));
}
