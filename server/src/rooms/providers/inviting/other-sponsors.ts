import type { UserType } from '@portal/contract/access.ts';
import { isOfAnotherSponsor } from '@portal/contract/providers/user-rules.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { sponsorOfGroup } from '#rooms/identity/door.ts';

/** Why somebody is not given these groups: one of them belongs to a trial of another sponsor. */
export async function problemOfOtherSponsors(
  tx: Tx,
  { careGroupIds, ...person }: { type: UserType; sponsorId: number | null; careGroupIds: readonly number[] },
): Promise<string | undefined> {
  if (person.type !== 'Sponsor') return undefined;
  const groups = await tx
    .selectFrom('care_group as g')
    .leftJoin('care_group as above', 'above.care_group_id', 'g.parent_id')
    .where('g.care_group_id', '=', anyOf(careGroupIds))
    .select(['g.display_name as name', sponsorOfGroup.as('sponsorId')])
    .orderBy('g.display_name')
    .orderBy('g.care_group_id')
    .execute();
  const other = groups.find((group) => isOfAnotherSponsor(person, group));
  return other && belongsToAnother(other.name);
}

export const belongsToAnother = (name: string): string =>
  `A Sponsor can only be given trials and sites of their own sponsor, and “${name}” belongs to another one.`;
