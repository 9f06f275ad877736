import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { groupLabels, type GroupType } from '@portal/contract/care-groups/rules.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { addCareGroup, type NewCareGroup } from './add-care-group.ts';
import { addToGroups } from './add-member.ts';
import { assignBrand } from './assign-brand.ts';
import { changeCareGroup } from './change-care-group.ts';
import { copyCareGroups } from './copy-care-groups.ts';
import { lockGroup } from './queries.ts';
import { removeCareGroup } from './remove-care-group.ts';

const kinds: Record<GroupType, NewCareGroup['kind']> = {
  clinicalTrial: 'trial',
  trialSite: 'site',
  careGroup: 'group',
};

/** The calls that make, change, remove and copy groups. */
export function changeRoutes({ route }: Pick<House, 'route'>): void {
  route(api.addCareGroup, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    // ROL-37: the contact is who makes the group, whatever is said.
    if (body.groupType && body.groupType !== groupLabels[body.type])
      throw failFields({ groupType: 'does not go with the type' });
    const { parentId, groupName: name, displayName, description } = body;
    const kind = kinds[body.type];
    if (kind !== 'group' && !viewer.modules.includes('TrialCard')) throw fail('forbidden');
    const group = { kind, parentId, name, displayName: displayName || name, description };
    const gId = await addCareGroup(act, { ...group, primaryContactId: viewer.providerId });
    await stayInSight(act, [gId], parentId ?? null);
    return { message: 'Care Group successfully added.', gId, version: 1 };
  });

  route(api.changeCareGroup, async ({ act, viewer, body, tx }) => {
    refuseOtherCompany(viewer, body.companyId);
    const careGroupId = (body.g_id ?? body.gId) as number;
    const { groupName: name, displayName, description, version } = body;
    await refuseMoved(tx, viewer, careGroupId, body);
    const change = { careGroupId, name, displayName: displayName || name, description, version };
    const changed = await changeCareGroup(act, change);
    return { message: 'Care Group successfully updated.', gId: careGroupId, version: changed };
  });

  route(api.removeCareGroup, async ({ act, query }) => {
    await removeCareGroup(act, (query.g_id ?? query.gId) as number);
    return { message: 'Care Group successfully deleted.' };
  });

  route(api.copyCareGroups, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { gId: careGroupId, parentId, copyAllSubgroups: everythingBelow } = body;
    const gIds = await copyCareGroups(act, { careGroupId, parentId, everythingBelow });
    await stayInSight(act, gIds, parentId);
    // CGP-33, OPS-30: exactly so.
    const message = everythingBelow ? 'Sub group(s) copied Successfully' : 'Group copied Successfully';
    return { message, gId: gIds[0] as number, gIds };
  });

  route(api.assignBrand, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { gId: careGroupId, brandId, version } = body;
    const changed = await assignBrand(act, { careGroupId, brandId, version });
    return { message: brandId === null ? 'The brand was removed.' : 'The brand was updated.', version: changed };
  });
}

/** Who belongs to some groups only would lose new ones at the top from sight. */
async function stayInSight(act: Act, careGroupIds: readonly number[], parentId: number | null): Promise<void> {
  const { tx, viewer } = act;
  if (parentId !== null || viewer.careGroupIds === null) return;
  await addToGroups(actOf(tx, act, { ...viewer, careGroupIds: null }), {
    groups: careGroupIds.map((careGroupId) => ({ careGroupId, isPublic: false })),
    providerId: viewer.providerId,
  });
}

/** A group is sent as it was read: where it stands, what it is and whose it is do not change. */
async function refuseMoved(
  tx: Tx,
  viewer: Viewer,
  careGroupId: number,
  said: {
    parentId?: number | null | undefined;
    type?: GroupType | undefined;
    groupType?: string | undefined;
    primaryContact?: number | null | undefined;
  },
): Promise<void> {
  const group = await lockGroup(tx, viewer, careGroupId);
  if (!group) throw fail('not_found');
  const type = (Object.keys(kinds) as GroupType[]).find((one) => kinds[one] === group.kind) as GroupType;
  const is = {
    parentId: group.parent_id,
    type,
    groupType: groupLabels[type],
    primaryContact: group.primary_contact_id,
  };
  const moved = (Object.keys(is) as (keyof typeof is)[]).filter(
    (field) => said[field] !== undefined && said[field] !== is[field],
  );
  if (moved.length > 0) throw failFields(Object.fromEntries(moved.map((field) => [field, 'cannot be changed'])));
}
