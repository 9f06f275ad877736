import type { Act } from '#platform/act/act.ts';
import type { Recorded } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Takes a person out of care groups, all of which they are in, or of none. */
export async function removeFromGroups(
  { tx, viewer, record }: Act<Actor>,
  { careGroupIds, providerId }: { careGroupIds: readonly number[]; providerId: number },
): Promise<void> {
  const removed = await tx
    .deleteFrom('care_group_member')
    .where('company_id', '=', viewer.companyId)
    .where('provider_id', '=', providerId)
    .where('care_group_id', '=', anyOf(careGroupIds))
    .returning(['care_group_id as id', 'is_public as isPublic'])
    .execute();
  if (removed.length < new Set(careGroupIds).size) throw fail('not_found');
  await record(
    ...removed.map(
      ({ id, isPublic }): Recorded => ({
        action: 'care_group.member_removed',
        record: { kind: 'care_group', id },
        changes: [
          { field: 'provider_id', old: providerId },
          { field: 'is_public', old: isPublic },
        ],
      }),
    ),
  );
}
