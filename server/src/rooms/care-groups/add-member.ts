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
): Promise<void> => addToGroups(act, { careGroupIds: [careGroupId], providerId });

/** The same for several groups, in as many statements. */
export async function addToGroups(
  { tx, viewer, record }: Act<Actor & Sight>,
  { careGroupIds, providerId }: { careGroupIds: readonly number[]; providerId: number },
): Promise<void> {
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
  const { rows: added } = await sql<{ id: number }>`
    insert into care_group_member (company_id, care_group_id, provider_id)
    select ${viewer.companyId}, id, ${providerId} from unnest(${[...careGroupIds]}::int[]) as id
    on conflict do nothing returning care_group_id as id`.execute(tx);
  await record(
    ...added.map(({ id }) => ({
      action: 'care_group.member_added' as const,
      record: { kind: 'care_group' as const, id },
      changes: created({ provider_id: providerId }),
    })),
  );
}
