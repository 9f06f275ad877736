import { mostCopied, mostPartsCopied } from '@portal/contract/care-groups/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { holdGroups, holdPlace, insertGroups } from './add-care-group.ts';
import type { Editor } from './change-care-group.ts';
import { givenInEmergency, seenInEmergencyAlone } from './for-good.ts';
import { countParts, groupsFrom } from './queries.ts';

/**
 * Copies a group alone, or everything below it, to below another one (OPS-30); gives the new groups below the target. Later rooms
 * give each what its source has of documents and assessments.
 * What is copied is read before anything is written, so that a target below the source ends. A name that is taken undoes
 * the whole copy with its transaction. It is written level by level, since each copy doubles what a later one finds (SEC-36).
 */
export async function copyCareGroups(
  act: Act<Editor & { providerId: number }>,
  given: { careGroupId: number; parentId: number | null; everythingBelow: boolean },
): Promise<number[]> {
  const { tx, viewer } = act;
  // Before the source is read, for which `holdPlace` comes too late: a group that is being removed is waited for, and is not there then.
  await holdGroups(tx, viewer);
  const [source, ...below] = await groupsFrom(tx, viewer, given.careGroupId, mostCopied + 2);
  if (!source) throw fail('not_found');
  const copied = given.everythingBelow ? below : [source];
  if (copied.length === 0) throw fail('care_group.nothing_to_copy');
  if (copied.length > mostCopied) throw fail('care_group.too_many_copied');
  const sources = copied.map(({ careGroupId }) => careGroupId);
  if ((await countParts(tx, sources)) > mostPartsCopied) throw fail('care_group.too_many_parts_copied');
  await refuseLasting(act, sources, given.parentId);
  const levels = [...Map.groupBy(copied, ({ level }) => level).values()];
  const first = levels[0] as typeof copied;
  await holdPlace(tx, viewer, {
    parentId: given.parentId,
    kinds: first.map(({ kind }) => kind),
    many: copied.length,
    levels: levels.length,
  });
  const copies = new Map<number, number>();
  for (const groups of levels) {
    const added = await insertGroups(
      act,
      groups.map(({ careGroupId, parentId, kind, name, displayName, description, brandId }) => ({
        kind,
        name,
        displayName,
        description,
        brandId,
        parentId: groups === first ? given.parentId : (copies.get(parentId as number) as number),
        // ROL-37
        primaryContactId: viewer.providerId,
        copyOf: careGroupId,
      })),
      'care_group.copied',
    );
    groups.forEach(({ careGroupId }, n) => copies.set(careGroupId, added[n] as number));
  }
  return first.map(({ careGroupId }) => copies.get(careGroupId) as number);
}

/** A copy has what its source has: that of a group which somebody sees by emergency access alone stands below such a group (PRV-11). */
async function refuseLasting(
  { tx, viewer }: Pick<Act<Editor>, 'tx' | 'viewer'>,
  sources: readonly number[],
  parentId: number | null,
): Promise<void> {
  if ((await seenInEmergencyAlone(tx, viewer, sources)).size === 0) return;
  if (parentId === null || (await seenInEmergencyAlone(tx, viewer, [parentId])).size === 0) throw givenInEmergency();
}
