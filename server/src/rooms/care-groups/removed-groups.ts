import type { Act } from '#platform/act/act.ts';

type Leaves = (act: Act, careGroupId: number) => Promise<void>;

const leaving = new Set<Leaves>();

/** A later room takes what is its own out of a group that is being removed, in the act that removes it and holds it against newcomers. */
export const whenGroupIsRemoved = (leave: Leaves): void => void leaving.add(leave);

export async function leaveRemovedGroup(act: Act, careGroupId: number): Promise<void> {
  for (const leave of leaving) await leave(act, careGroupId);
}
