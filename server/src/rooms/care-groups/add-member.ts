import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { created, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import { inSight, type Sight } from './queries.ts';

/** Takes a person into a care group. Who is in it already stays in it once (REL-08). */
export async function addMember(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  given: { careGroupId: number; providerId: number },
): Promise<void> {
  const [group, person] = await Promise.all([
    tx
      .selectFrom('care_group')
      .select('care_group_id')
      .where('care_group_id', '=', given.careGroupId)
      .where('removed_at', 'is', null)
      .where(inSight(viewer, 'care_group_id'))
      .executeTakeFirst(),
    tx.selectFrom('provider').select('provider_id').where('provider_id', '=', given.providerId).executeTakeFirst(),
  ]);
  if (!group || !person) throw fail('not_found');
  const added = await tx
    .insertInto('care_group_member')
    .values({ company_id: viewer.companyId, care_group_id: given.careGroupId, provider_id: given.providerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .executeTakeFirst();
  if (!added) return;
  await record(tx, clock, viewer, {
    action: 'care_group.member_added',
    record: { kind: 'care_group', id: given.careGroupId },
    changes: created({ provider_id: given.providerId }),
  });
}
