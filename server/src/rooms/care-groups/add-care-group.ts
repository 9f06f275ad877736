import { deepestLevel, mostGroups } from '@portal/contract/care-groups/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { completeGroups } from './new-groups.ts';
import { type Breadth, countGroups, inSight, levelOf, seesWhole, type Sight } from './queries.ts';

export interface NewCareGroup {
  /** A trial stands alone; a site stands below a trial, a group below a group or alone. */
  kind: 'trial' | 'site' | 'group';
  parentId?: number | null;
  name: string;
  displayName: string;
  description?: string;
  primaryContactId?: number | null;
  brandId?: number | null;
  /** The group that it is a copy of. */
  copyOf?: number;
}

/** Adds a trial, a site or a clinic's group. Two at once of one name: the unique index lets one in (OPS-29, REL-08). */
export async function addCareGroup(act: Act<Actor & Breadth>, given: NewCareGroup): Promise<number> {
  const { tx, viewer } = act;
  const parentId = given.parentId ?? null;
  await holdPlace(tx, viewer, { parentId, kinds: [given.kind], many: 1, levels: 1 });
  const [id] = await insertGroups(act, [given], 'care_group.added');
  return id as number;
}

/**
 * Sees to it that so many groups may be added below this parent, at so many levels, and that it stays so until the
 * transaction ends (SEC-36). Whoever adds waits here for who does so in the same company, before any group is held.
 */
export async function holdPlace(
  tx: Tx,
  viewer: Actor & Breadth,
  {
    parentId,
    kinds,
    many,
    levels,
  }: { parentId: number | null; kinds: NewCareGroup['kind'][]; many: number; levels: number },
): Promise<void> {
  await holdGroups(tx, viewer);
  if (parentId !== null) await holdParent(tx, viewer, parentId, kinds);
  else if (kinds.includes('site')) throw fail('care_group.wrong_place');
  // SEC-23: what stands at the top is the company's, and whoever belongs to a group there sees all of it.
  else if (!seesWhole(viewer)) throw fail('forbidden');
  if ((parentId === null ? 0 : await levelOf(tx, parentId)) + levels > deepestLevel) throw fail('care_group.too_deep');
  if ((await countGroups(tx, viewer)) + many > mostGroups) throw fail('care_group.too_many');
}

/** Until the transaction ends the company gets no other group than those it makes itself, and none is removed. */
export const holdGroups = (tx: Tx, { companyId }: Pick<Actor, 'companyId'>): Promise<void> =>
  holdName(tx, `care groups of company ${companyId}`);

/** The parent may not go away in the meantime. */
async function holdParent(tx: Tx, viewer: Sight, parentId: number, kinds: NewCareGroup['kind'][]): Promise<void> {
  const parent = await tx
    .selectFrom('care_group')
    .select('kind')
    .where('care_group_id', '=', parentId)
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .forShare()
    .executeTakeFirst();
  if (!parent) throw fail('not_found');
  if (kinds.some((kind) => kind === 'trial' || parent.kind !== (kind === 'site' ? 'trial' : 'group')))
    throw fail('care_group.wrong_place');
}

/** Writes, records and announces groups whose place is held; gives them in the same order. */
export async function insertGroups(
  act: Act<Actor>,
  groups: readonly NewCareGroup[],
  action: 'care_group.added' | 'care_group.copied',
): Promise<number[]> {
  const { tx, viewer, now, record, announce } = act;
  const fields = groups.map((given) => ({
    parent_id: given.parentId ?? null,
    kind: given.kind,
    name: given.name.trim(),
    display_name: given.displayName.trim(),
    description: given.description ?? '',
    primary_contact_id: given.primaryContactId ?? null,
    brand_id: given.brandId ?? null,
  }));
  // No two below one parent have one name, so it tells which number is whose.
  const placeOf = (one: { parent_id: number | null; name: string }) => `${one.parent_id} ${one.name}`;
  const rows = fields.map((one) => ({ ...one, company_id: viewer.companyId, created_at: now() }));
  const added = await insertRows(tx, 'care_group', rows)
    .returning(['care_group_id as id', 'parent_id', 'name'])
    .execute();
  const numbers = new Map(added.map((one) => [placeOf(one), one.id]));
  const made = fields.map((one, n) => ({
    fields: one,
    id: numbers.get(placeOf(one)) as number,
    copyOf: groups[n]?.copyOf ?? null,
  }));
  await record(
    ...made.map(({ id, fields: its }) => ({
      action,
      record: { kind: 'care_group' as const, id },
      changes: created(its),
    })),
  );
  const told = made.map(({ id }) => ({ type: 'care_group.changed' as const, id, careGroupId: id }));
  await announce(...told);
  await completeGroups(
    act,
    made.map(({ id, fields: { parent_id: parentId }, copyOf }) => ({ careGroupId: id, parentId, copyOf })),
  );
  return made.map(({ id }) => id);
}
