/** Care groups as they stand below each other (TRE-01). */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';

export interface Branch {
  group: CareGroup;
  below: readonly Branch[];
  /** 1 is at the top. */
  level: number;
}

/** A group whose parent is not in sight stands at the top. */
export function branchesOf(groups: readonly CareGroup[]): Branch[] {
  const known = new Set(groups.map(({ gId }) => gId));
  const byParent = new Map<number | null, CareGroup[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null;
    const there = byParent.get(parent);
    if (there) there.push(group);
    else byParent.set(parent, [group]);
  }
  const of = (parent: number | null, level: number): Branch[] =>
    (byParent.get(parent) ?? []).map((group) => ({ group, level, below: of(group.gId, level + 1) }));
  return of(null, 1);
}

/** Those that are to be seen, from the top down. */
export const shownIn = (branches: readonly Branch[], open: ReadonlySet<number>): Branch[] =>
  branches.flatMap((branch) => [branch, ...(open.has(branch.group.gId) ? shownIn(branch.below, open) : [])]);

/** The groups above one. */
export function wayTo(groups: readonly CareGroup[], gId: number | null): number[] {
  const byId = new Map(groups.map((group) => [group.gId, group]));
  const way: number[] = [];
  let above = gId === null ? null : (byId.get(gId)?.parentId ?? null);
  while (above !== null && byId.has(above) && !way.includes(above)) {
    way.push(above);
    above = byId.get(above)?.parentId ?? null;
  }
  return way;
}
