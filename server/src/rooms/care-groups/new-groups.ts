import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';

export interface NewGroup {
  careGroupId: number;
  parentId: number | null;
  /** The group that it is a copy of. */
  copyOf: number | null;
}
type Completes = (act: Act<Actor>, groups: readonly NewGroup[]) => Promise<void>;

const completing = new Set<Completes>();

/** A later room gives new groups what is theirs from the start, in the act that makes them. */
export const whenGroupsAreAdded = (complete: Completes): void => void completing.add(complete);

export async function completeGroups(act: Act<Actor>, groups: readonly NewGroup[]): Promise<void> {
  for (const complete of completing) await complete(act, groups);
}
