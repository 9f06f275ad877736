import type { Act } from '#platform/act/act.ts';
import type { Recorded } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Membership } from './add-member.ts';

/** Whether patients see a person in groups that they are in, in all of them or in none (OPC-86). What is so already stays as it is. */
export async function showInGroups(
  { tx, viewer, record }: Act<Actor>,
  { groups, providerId }: { groups: readonly Membership[]; providerId: number },
): Promise<void> {
  const before = await tx
    .selectFrom('care_group_member')
    .select(['care_group_id as id', 'is_public as wasPublic'])
    .where('company_id', '=', viewer.companyId)
    .where('provider_id', '=', providerId)
    .where('care_group_id', '=', anyOf(groups.map(({ careGroupId }) => careGroupId)))
    .orderBy('care_group_id')
    .forUpdate()
    .execute();
  if (before.length < groups.length) throw fail('not_found');
  const wanted = new Map(groups.map(({ careGroupId, isPublic }) => [careGroupId, isPublic]));
  const changed = before.filter(({ id, wasPublic }) => wanted.get(id) !== wasPublic);
  await tx
    .updateTable('care_group_member')
    .set((eb) => ({ is_public: eb.not('is_public') }))
    .where('company_id', '=', viewer.companyId)
    .where('provider_id', '=', providerId)
    .where('care_group_id', '=', anyOf(changed.map(({ id }) => id)))
    .execute();
  await record(
    ...changed.map(
      ({ id, wasPublic }): Recorded => ({
        action: 'care_group.member_shown',
        record: { kind: 'care_group', id },
        changes: [
          { field: 'provider_id', new: providerId },
          { field: 'is_public', old: wasPublic, new: !wasPublic },
        ],
      }),
    ),
  );
}
