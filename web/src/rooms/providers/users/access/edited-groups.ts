/** The care groups of somebody while they are edited: what was done here, on top of what is stored by now. */
import { useState } from 'react';
import type { Given } from './difference.ts';

/** What was done here with a group. That patients see the person in it does not give it to them. */
interface Edit {
  isIn?: boolean | undefined;
  isPublic?: boolean | undefined;
}

/** What somebody else has done with a group since the dialog was opened. */
export interface Theirs {
  gId: number;
  what: 'added' | 'removed' | 'shown' | 'hidden';
}

/**
 * Only what was done here is asked for, whatever somebody else does meanwhile: what they took away is not given back by it, and what
 * they gave is not taken away (OPC-90, REL-07). `stored` is undefined until it is read, and changes whenever it is read anew.
 */
export function useEditedGroups(stored: Given | undefined, startsPublic: boolean) {
  const [read, setRead] = useState<Given | undefined>(undefined);
  const [opened, setOpened] = useState<Given>(new Map());
  const [edits, setEdits] = useState<ReadonlyMap<number, Edit>>(new Map());
  if (stored !== undefined && stored !== read) {
    setRead(stored);
    setOpened(read === undefined ? stored : openedBy(stored, opened, edits));
    setEdits(leftOf(edits, stored));
  }
  const before: Given = stored ?? new Map();
  const chosen = new Map(before);
  for (const [gId, { isIn = before.has(gId), isPublic = before.get(gId) ?? startsPublic }] of edits) {
    if (isIn) chosen.set(gId, isPublic);
    else chosen.delete(gId);
  }
  const change = (changes: readonly (readonly [gId: number, edit: Edit])[]) =>
    setEdits(leftOf(new Map([...edits, ...changes]), before));
  return {
    before,
    chosen: chosen as Given,
    theirs: changesBetween(opened, before),
    choose: (ids: ReadonlySet<number>) =>
      change(
        [...new Set([...ids, ...chosen.keys()])]
          .filter((gId) => ids.has(gId) !== chosen.has(gId))
          .map((gId) => [gId, { isIn: ids.has(gId) }] as const),
      ),
    show: (gId: number, isPublic: boolean) => change([[gId, { isIn: edits.get(gId)?.isIn, isPublic }]]),
  };
}

/** What makes no difference to what is stored, whoever has saved it, is no edit: somebody else may change it from then on. */
function leftOf(edits: ReadonlyMap<number, Edit>, stored: Given): ReadonlyMap<number, Edit> {
  const left = new Map<number, Edit>();
  for (const [gId, edit] of edits) {
    const isIn = edit.isIn === stored.has(gId) ? undefined : edit.isIn;
    const isPublic = edit.isPublic === stored.get(gId) ? undefined : edit.isPublic;
    if (isIn !== undefined || isPublic !== undefined) left.set(gId, { isIn, isPublic });
  }
  return left;
}

/** Who chose here what is stored by now has nothing to be told of it: it counts as if it had been so when the dialog was opened. */
function openedBy(stored: Given, opened: Given, edits: ReadonlyMap<number, Edit>): Given {
  const moved = new Map(opened);
  for (const [gId, { isIn, isPublic }] of edits) {
    const now = stored.get(gId);
    if (isIn === false && now === undefined) moved.delete(gId);
    else if (now !== undefined && (isIn === true || isPublic === now)) moved.set(gId, now);
  }
  return moved;
}

function changesBetween(opened: Given, now: Given): Theirs[] {
  return [...new Map([...opened, ...now]).keys()].flatMap((gId): Theirs[] => {
    if (opened.get(gId) === now.get(gId)) return [];
    if (!opened.has(gId)) return [{ gId, what: 'added' }];
    if (!now.has(gId)) return [{ gId, what: 'removed' }];
    return [{ gId, what: now.get(gId) ? 'shown' : 'hidden' }];
  });
}
