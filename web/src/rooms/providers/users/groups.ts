/** Care groups as they stand below each other. */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { isFound } from '#shared/list-search.ts';

export interface Branch {
  group: CareGroup;
  below: readonly Branch[];
  /** In a search: it was not found itself, and only leads to what was. */
  isWay?: boolean;
}

/** A group whose parent is not among them stands at the top. */
export function treeOf(groups: readonly CareGroup[]): Branch[] {
  const known = new Set(groups.map(({ gId }) => gId));
  const byParent = new Map<number | null, CareGroup[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null;
    const there = byParent.get(parent);
    if (there) there.push(group);
    else byParent.set(parent, [group]);
  }
  const branchesOf = (parent: number | null): Branch[] =>
    (byParent.get(parent) ?? []).map((group) => ({ group, below: branchesOf(group.gId) }));
  return branchesOf(null);
}

/** All that it has, or that was found in it. */
export const idsIn = ({ group, below, isWay }: Branch): number[] => [
  ...(isWay ? [] : [group.gId]),
  ...below.flatMap(idsIn),
];

/** The branches that have what is searched for, each whole, and what these stand below. */
export function foundIn(branches: readonly Branch[], text: string): readonly Branch[] {
  if (text.trim() === '') return branches;
  return branches.flatMap((branch) => {
    if (isFound(text, [branch.group.displayName, branch.group.groupName])) return [branch];
    const below = foundIn(branch.below, text);
    return below.length > 0 ? [{ ...branch, below, isWay: true }] : [];
  });
}

/** A group with all that stands below it. */
export function withAllBelow(groups: readonly CareGroup[], gId: number): ReadonlySet<number> {
  const find = (branches: readonly Branch[]): Branch | undefined => {
    for (const branch of branches) {
      const found = branch.group.gId === gId ? branch : find(branch.below);
      if (found) return found;
    }
    return undefined;
  };
  const branch = find(treeOf(groups));
  return new Set(branch ? idsIn(branch) : [gId]);
}
