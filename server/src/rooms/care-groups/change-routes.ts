import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { careGroup, type CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { groupLabels, type GroupType } from '@portal/contract/care-groups/rules.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { addCareGroup, type NewCareGroup } from './add-care-group.ts';
import { addToGroups } from './add-member.ts';
import { assignBrand } from './assign-brand.ts';
import { changeCareGroup, holdToChange } from './change-care-group.ts';
import { copyCareGroups } from './copy-care-groups.ts';
import { presentGroup } from './present.ts';
import { countLeaving, groupIsInSight, groupsInSight, type Sight } from './queries.ts';
import { removeCareGroup } from './remove-care-group.ts';

const kinds: Record<GroupType, NewCareGroup['kind']> = {
  clinicalTrial: 'trial',
  trialSite: 'site',
  careGroup: 'group',
};

/** The calls that make, change, remove and copy groups. */
export function changeRoutes({ route }: Pick<House, 'route'>): void {
  route(api.addCareGroup, async ({ act, viewer, body, tx }) => {
    refuseOtherCompany(viewer, body.companyId);
    if (body.groupType && body.groupType !== groupLabels[body.type])
      throw failFields({ groupType: 'does not go with the type' });
    const { parentId, groupName: name, displayName, description } = body;
    const kind = kinds[body.type];
    if (kind !== 'group' && !viewer.modules.includes('TrialCard')) throw fail('forbidden');
    const group = { kind, parentId, name, displayName: displayName || name, description };
    const gId = await addCareGroup(act, { ...group, primaryContactId: viewer.providerId });
    // ROL-37: the contact is who makes the group, whatever is said.
    await refuseSet(tx, gId, { ...body, primaryContact: viewer.providerId });
    await stayInSight(act, [gId], parentId ?? null);
    return { message: 'Care Group successfully added.', gId, version: 1 };
  });

  route(api.changeCareGroup, async ({ act, viewer, body, tx }) => {
    refuseOtherCompany(viewer, body.companyId);
    const careGroupId = (body.g_id ?? body.gId) as number;
    const { groupName: name, displayName, description, version } = body;
    await refuseOther(tx, viewer, careGroupId, body);
    const change = { careGroupId, name, displayName: displayName === '' ? name : displayName, description, version };
    const changed = await changeCareGroup(act, change);
    return { message: 'Care Group successfully updated.', gId: careGroupId, version: changed };
  });

  route(api.removeCareGroup, async ({ act, query }) => {
    await removeCareGroup(act, (query.g_id ?? query.gId) as number);
    return { message: 'Care Group successfully deleted.' };
  });

  route(api.readRemoval, async ({ tx, viewer, query }) => {
    if (!(await groupIsInSight(tx, viewer, query.g_id))) throw fail('not_found');
    return countLeaving(tx, query.g_id);
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

/** A group is sent as it was read: nothing but its names and its description is changed by that, and who holds an older one is told. */
async function refuseOther(tx: Tx, viewer: Viewer, careGroupId: number, said: Said): Promise<void> {
  await holdToChange(tx, viewer, careGroupId, said.version ?? undefined);
  refuseFields(differing(said, await readGroup(tx, viewer, careGroupId)), 'cannot be changed');
}

/** A new group may be sent with the fields it will have, as they are where nothing is set yet or as they are by where it stands (CGP-16). */
async function refuseSet(tx: Tx, careGroupId: number, said: Said): Promise<void> {
  const isUnset = (field: keyof Said) => unset.some((value) => value === said[field]);
  // It is not in the sight of everybody who may make it.
  const made = await readGroup(tx, { careGroupIds: null }, careGroupId);
  refuseFields(
    differing(said, made).filter((field) => !isUnset(field)),
    'cannot be set on a new care group',
  );
}
const unset = [null, '', 0, false, 'not configured', 'Create'];

/** What a client says of a group. */
type Said = { [Field in Exclude<keyof CareGroup, 'gId'>]?: CareGroup[Field] | null | undefined };

/** The fields that these calls do not set in which it differs from what is. */
const differing = (said: Said, is: CareGroup): (keyof Said)[] =>
  settled.filter((field) => said[field] !== undefined && said[field] !== is[field]);
const handled = ['gId', 'groupName', 'displayName', 'description', 'companyId', 'version'];
const settled = (Object.keys(careGroup.shape) as (keyof Said)[]).filter((field) => !handled.includes(field));

const readGroup = async (tx: Tx, viewer: Sight, careGroupId: number): Promise<CareGroup> =>
  presentGroup(await groupsInSight(tx, viewer).where('g.care_group_id', '=', careGroupId).executeTakeFirstOrThrow());

function refuseFields(fields: readonly string[], why: string): void {
  if (fields.length > 0) throw failFields(Object.fromEntries(fields.map((field) => [field, why])));
}
