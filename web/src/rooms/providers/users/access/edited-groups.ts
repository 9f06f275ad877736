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
  const [opened, setOpened] = useState<Given | undefined>(undefined);
  const [edits, setEdits] = useState<ReadonlyMap<number, Edit>>(new Map());
  if (opened === undefined && stored !== undefined) setOpened(stored);
  const before: Given = stored ?? new Map();
  const chosen = new Map(before);
  for (const [gId, { isIn = before.has(gId), isPublic = before.get(gId) ?? startsPublic }] of edits) {
    if (isIn) chosen.set(gId, isPublic);
    else chosen.delete(gId);
  }
  /** Who chose here what is stored by now has nothing to be told, whoever has saved it. */
  const isAsChosen = (gId: number): boolean => {
    const edit = edits.get(gId);
    return edit !== undefined && (before.has(gId) ? chosen.get(gId) === before.get(gId) : edit.isIn === false);
  };
  /** What makes no difference to what is stored is no edit. */
  const change = (changes: readonly (readonly [gId: number, edit: Edit])[]) => {
    const all = new Map(edits);
    for (const [gId, edit] of changes) {
      const { isIn = before.has(gId), isPublic = before.get(gId) } = edit;
      if (isIn === before.has(gId) && isPublic === before.get(gId)) all.delete(gId);
      else all.set(gId, edit);
    }
    setEdits(all);
  };
  return {
    before,
    chosen: chosen as Given,
    theirs: changesBetween(opened ?? before, before).filter(({ gId }) => !isAsChosen(gId)),
    choose: (ids: ReadonlySet<number>) =>
      change(
        [...new Set([...ids, ...chosen.keys()])]
          .filter((gId) => ids.has(gId) !== chosen.has(gId))
          .map((gId) => [gId, { isIn: ids.has(gId) }] as const),
      ),
    show: (gId: number, isPublic: boolean) => change([[gId, { isIn: edits.get(gId)?.isIn, isPublic }]]),
  };
}

function changesBetween(opened: Given, now: Given): Theirs[] {
  return [...new Map([...opened, ...now]).keys()].flatMap((gId): Theirs[] => {
    if (opened.get(gId) === now.get(gId)) return [];
    if (!opened.has(gId)) return [{ gId, what: 'added' }];
    if (!now.has(gId)) return [{ gId, what: 'removed' }];
    return [{ gId, what: now.get(gId) ? 'shown' : 'hidden' }];
  });
}
