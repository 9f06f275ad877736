import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween, type Recorded } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { current } from './present.ts';
import { type Breadth, type HeldGroup, lockGroup } from './queries.ts';
import { tellOfTrial } from './tell.ts';

/** Whoever changes groups. */
export type Editor = Actor & Breadth;

export interface GroupChange {
  careGroupId: number;
  name: string;
  /** Left out, it stays. */
  displayName: string | undefined;
  description: string;
  version?: number | undefined;
}

/** Changes what a group is called and what is said of it; gives its new version. */
export async function changeCareGroup(act: Act<Editor>, given: GroupChange): Promise<number> {
  const { tx, viewer } = act;
  const group = await holdToChange(tx, viewer, given.careGroupId, given.version);
  const fields = {
    name: given.name.trim(),
    display_name: given.displayName?.trim() ?? group.display_name,
    description: given.description,
  };
  return saveGroup(act, group, 'care_group.changed', fields);
}

/** A group in sight that this person may edit, in the version they have read, held until the transaction ends. */
export async function holdToChange(tx: Tx, viewer: Editor, careGroupId: number, version?: number): Promise<HeldGroup> {
  const group = await lockGroup(tx, viewer, careGroupId);
  if (!group) throw fail('not_found');
  if (version !== undefined && version !== group.version) throw failStale(await current.group(tx, viewer, careGroupId));
  return group;
}

/** Writes, records and announces a change of a group that is held; gives the version it has then. */
export async function saveGroup(
  act: Act<Actor>,
  group: HeldGroup,
  action: Recorded['action'],
  fields: Partial<HeldGroup>,
): Promise<number> {
  const { tx, record, announce } = act;
  const changes = changesBetween(group, fields);
  if (changes.length === 0) return group.version;
  const { care_group_id: id } = group;
  const version = group.version + 1;
  await tx
    .updateTable('care_group')
    .set({ ...fields, version })
    .where('care_group_id', '=', id)
    .execute();
  await record({ action, record: { kind: 'care_group', id }, changes });
  if (group.kind === 'trial') await tellOfTrial(act, id);
  else await announce({ type: 'care_group.changed', id, careGroupId: id });
  return version;
}
