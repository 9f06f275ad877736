/** What has to be asked so that somebody has the groups that were chosen (USR-23, OPC-90): the difference alone. */

/** By the number of a group, whether patients can see the person in it. */
export type Given = ReadonlyMap<number, boolean>;

export interface Difference {
  add: { gId: number; public: boolean }[];
  remove: number[];
  /** Groups that they keep, in which patients see them from now on, or no longer do. */
  show: { gId: number; public: boolean }[];
}

export function differenceOf(before: Given, after: Given): Difference {
  const entries = [...after].map(([gId, isPublic]) => ({ gId, public: isPublic }));
  return {
    add: entries.filter(({ gId }) => !before.has(gId)),
    remove: [...before.keys()].filter((gId) => !after.has(gId)),
    show: entries.filter((one) => before.has(one.gId) && before.get(one.gId) !== one.public),
  };
}

export const isDifferent = ({ add, remove, show }: Difference): boolean => add.length + remove.length + show.length > 0;
