import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { addCareGroup, type NewCareGroup } from './add-care-group.ts';
import type { Editor } from './change-care-group.ts';
import { inSight } from './queries.ts';

/** A group to copy, with all that stands below it. */
interface Copied extends Pick<NewCareGroup, 'kind' | 'name' | 'displayName' | 'description' | 'brandId'> {
  careGroupId: number;
  parentId: number | null;
}

/**
 * Copies a group alone, or everything below it, to below another one (OPS-30); gives the new groups below the target.
 * What is copied is read before anything is written, so that a target below the source ends. A name that is taken undoes
 * the whole copy with its transaction.
 */
export async function copyCareGroups(
  tx: Tx,
  clock: Clock,
  viewer: Editor & { providerId: number },
  given: { careGroupId: number; parentId: number | null; everythingBelow: boolean },
): Promise<number[]> {
  const source = await readGroups(tx, viewer, 'care_group_id', [given.careGroupId]);
  if (source.length === 0) throw fail('not_found');
  const below = new Map<number, Copied[]>();
  let level = given.everythingBelow ? await readGroups(tx, viewer, 'parent_id', [given.careGroupId]) : [];
  if (given.everythingBelow && level.length === 0) throw fail('care_group.nothing_to_copy');
  const first = given.everythingBelow ? level : source;
  while (level.length > 0) {
    const next = await readGroups(
      tx,
      viewer,
      'parent_id',
      level.map((group) => group.careGroupId),
    );
    for (const group of next)
      below.set(group.parentId as number, [...(below.get(group.parentId as number) ?? []), group]);
    level = next;
  }
  const copy = async (group: Copied, parentId: number | null): Promise<number> => {
    const { careGroupId, ...fields } = group;
    // ROL-37
    const contact = { primaryContactId: viewer.providerId };
    // A group that was made a moment ago is not among those that the viewer's session knew.
    const id = await addCareGroup(
      tx,
      clock,
      { ...viewer, careGroupIds: null },
      { ...fields, ...contact, parentId },
      'care_group.copied',
    );
    for (const one of below.get(careGroupId) ?? []) await copy(one, id);
    return id;
  };
  if (given.parentId !== null && (await readGroups(tx, viewer, 'care_group_id', [given.parentId])).length === 0)
    throw fail('not_found');
  const copies: number[] = [];
  for (const group of first) copies.push(await copy(group, given.parentId));
  return copies;
}

/** Groups in sight with these numbers, or below those that have them. */
const readGroups = (
  tx: Tx,
  viewer: Editor,
  by: 'care_group_id' | 'parent_id',
  ids: readonly number[],
): Promise<Copied[]> =>
  tx
    .selectFrom('care_group')
    .select([
      'care_group_id as careGroupId',
      'parent_id as parentId',
      'kind',
      'name',
      'display_name as displayName',
      'description',
      'brand_id as brandId',
    ])
    .where(by, 'in', [...ids])
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .orderBy('care_group_id')
    .$castTo<Copied>()
    .execute();
