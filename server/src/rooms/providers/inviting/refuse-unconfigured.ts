import type { ModuleName, UserType } from '@portal/contract/access.ts';
import { wantsConfiguredGroups } from '@portal/contract/providers/user-rules.ts';
import { Failed } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';

/** USR-19, OPC-87: who works in trials is given those that are ready. A clinic's groups have nothing to configure. */
export async function refuseUnconfigured(
  tx: Tx,
  { type, modules, careGroupIds }: { type: UserType; modules: readonly ModuleName[]; careGroupIds: readonly number[] },
): Promise<void> {
  if (!wantsConfiguredGroups(type, modules)) return;
  const unready = await unconfigured(tx, careGroupIds).executeTakeFirst();
  if (!unready) return;
  throw new Failed('provider.group_not_configured', {
    sentence: `“${unready.name}” is not fully configured. ${type === 'Other' ? 'People of this role' : `A ${type}`} can only be given fully configured care groups.`,
  });
}

export const unconfigured = (tx: Tx, careGroupIds: readonly number[]) =>
  tx
    .selectFrom('care_group as g')
    .leftJoin('care_group as above', 'above.care_group_id', 'g.parent_id')
    .where('g.care_group_id', '=', anyOf(careGroupIds))
    .where('g.kind', 'in', ['trial', 'site'])
    .where((eb) =>
      eb.or([
        eb('g.is_configured', '=', false),
        eb.and([eb('g.kind', '=', 'site'), eb('above.is_configured', '=', false)]),
      ]),
    )
    .select(['g.care_group_id as careGroupId', 'g.display_name as name'])
    .orderBy('g.display_name');
