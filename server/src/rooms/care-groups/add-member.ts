import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { inSight, type Sight } from './queries.ts';

/** Takes a person into a care group. Who is in it already stays in it once (REL-08). */
export const addMember = (
  act: Act<Actor & Sight>,
  { careGroupId, providerId }: { careGroupId: number; providerId: number },
): Promise<number[]> => addToGroups(act, { groups: [{ careGroupId, isPublic: false }], providerId });

export interface Membership {
  careGroupId: number;
  /** Whether patients can see the person as one of this group (OPC-86). */
  isPublic: boolean;
}

/** The same for several groups, in as many statements; gives those that the person was not in before. */
export async function addToGroups(
  { tx, viewer, record }: Act<Actor & Sight>,
  { groups: given, providerId }: { groups: readonly Membership[]; providerId: number },
): Promise<number[]> {
  // In one order, as whoever holds several groups has it.
  const inOrder = given.toSorted((one, other) => one.careGroupId - other.careGroupId);
  const careGroupIds = inOrder.map(({ careGroupId }) => careGroupId);
  const [groups, person] = await Promise.all([
    tx
      .selectFrom('care_group')
      .select('care_group_id as id')
      .where('care_group_id', '=', anyOf(careGroupIds))
      .where('removed_at', 'is', null)
      .where(inSight(viewer, 'care_group_id'))
      .execute(),
    tx.selectFrom('provider').select('provider_id').where('provider_id', '=', providerId).executeTakeFirst(),
  ]);
  if (groups.length < careGroupIds.length || !person) throw fail('not_found');
  const { rows: added } = await sql<{ id: number; isPublic: boolean }>`
    insert into care_group_member (company_id, care_group_id, provider_id, is_public)
    select ${viewer.companyId}, id, ${providerId}, is_public
    from unnest(${careGroupIds}::int[], ${inOrder.map(({ isPublic }) => isPublic)}::bool[]) as given (id, is_public)
    on conflict do nothing returning care_group_id as id, is_public as "isPublic"`.execute(tx);
  await record(
    ...added.map(({ id, isPublic }) => ({
      action: 'care_group.member_added' as const,
      record: { kind: 'care_group' as const, id },
      changes: created({ provider_id: providerId, is_public: isPublic }),
    })),
  );
  return added.map(({ id }) => id);
}
