import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Tells the administrators who see somebody who has registered; with `left` also those who saw them until now by groups they had. */
export async function tellOfPerson(
  { tx, announce }: Act<Actor>,
  id: number,
  { left = [] }: { left?: readonly number[] } = {},
): Promise<void> {
  const groups = await tx
    .selectFrom('care_group_member')
    .select('care_group_id')
    .where('provider_id', '=', id)
    .execute();
  const careGroupIds = [...groups.map((group) => group.care_group_id), ...left];
  await announce({ type: 'provider.changed', id, careGroupIds });
}
