import type { UserType } from '@portal/contract/access.ts';
import { seesByGroups } from '@portal/contract/providers/user-rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { withdrawMailsOf } from '#rooms/identity/door.ts';

interface LeftGroups {
  providerIds: readonly number[];
  /** In the place of one that was removed the one above it, where there is one: who is in that has lost nothing. */
  careGroupIds: readonly number[];
}

/**
 * Takes back what still waits for people who have left groups and see one of them no more: nobody can tell any more whom a mail that
 * waits is about, so what tells of the groups they keep goes with it, and is in the lists.
 */
export async function withdrawMailsOfGroups(act: Act, left: LeftGroups): Promise<void> {
  const { companyId } = act.viewer;
  await withdrawMailsOf(act, companyId, await whoSeesNoMore(act.tx, companyId, left));
}

/** Who of these people sees by groups, and one of these neither by a group of theirs nor with the whole company. */
async function whoSeesNoMore(tx: Tx, companyId: number, { providerIds, careGroupIds }: LeftGroups) {
  const people = await tx
    .selectFrom('provider')
    .select(['provider_id as providerId', 'email', 'type'])
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
