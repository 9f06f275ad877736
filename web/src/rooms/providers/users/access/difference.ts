/** What has to be asked so that somebody has the groups that were chosen (USR-23, OPC-90): the difference alone. */

/** By the number of a group, whether patients can see the person in it. */
export type Given = ReadonlyMap<number, boolean>;

export interface Difference {
  add: { gId: number; public: boolean }[];
  remove: number[];
  /** The server takes no flag anew for a group somebody has: it is taken away and given again. */
  again: { gId: number; public: boolean }[];
}

export function differenceOf(before: Given, after: Given): Difference {
  const entries = [...after].map(([gId, isPublic]) => ({ gId, public: isPublic }));
  return {
    add: entries.filter(({ gId }) => !before.has(gId)),
    remove: [...before.keys()].filter((gId) => !after.has(gId)),
    again: entries.filter((one) => before.has(one.gId) && before.get(one.gId) !== one.public),
  };
}

export const isDifferent = ({ add, remove, again }: Difference): boolean =>
  add.length + remove.length + again.length > 0;

/** As many as one call takes. */
export function inPortions<T>(all: readonly T[], size = 100): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
