/** The medication list while somebody edits it: nothing is sent before "Save", and every row remembers what is stored of it. */
import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { choicesOf, titleOf } from './order.ts';

export interface Row {
  /** Stays with the row, whatever is typed into it, and is the same in every list that has the medication as it is stored. */
  key: string;
  /** As it is stored; null while it is new. */
  stored: Medication | null;
  now: Medication;
  /** Is left out at the next "Save"; until then it can be brought back. */
  isDeleted: boolean;
}

export interface Draft {
  rows: readonly Row[];
  /** Of the next row that is not yet stored. */
  nextKey: number;
}

const plain = ({ name, dosage, information }: Medication): Medication => ({ name, dosage, information });
const same = (one: Medication, other: Medication): boolean =>
  one.name === other.name && one.dosage === other.dosage && one.information === other.information;

export const draftOf = (stored: readonly Medication[]): Draft => ({
  rows: choicesOf(stored).map(({ key, ...one }) => ({ key, stored: one, now: one, isDeleted: false })),
  nextKey: 0,
});

export const stateOf = ({ stored, now, isDeleted }: Row): 'new' | 'changed' | 'deleted' | null => {
  if (isDeleted) return 'deleted';
  if (stored === null) return 'new';
  return same(stored, now) ? null : 'changed';
};
export const changesIn = (draft: Draft): number => draft.rows.filter((row) => stateOf(row) !== null).length;

const newKey = (place: number): string => `new ${place}`;

export const withRow = (draft: Draft, now: Medication, key: string | null): Draft =>
  key === null
    ? {
        rows: [...draft.rows, { key: newKey(draft.nextKey), stored: null, now, isDeleted: false }],
        nextKey: draft.nextKey + 1,
      }
    : { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, now } : row)) };

/** What was never stored is gone at once. */
export const withoutRow = (draft: Draft, key: string): Draft => ({
  ...draft,
  rows: draft.rows.flatMap((row) => (row.key !== key ? row : row.stored ? { ...row, isDeleted: true } : [])),
});
export const withRowBack = (draft: Draft, key: string): Draft => ({
  ...draft,
  rows: draft.rows.map((row) => (row.key === key ? { ...row, isDeleted: false } : row)),
});

/** What is sent. */
export const listIn = (draft: Draft): Medication[] => draft.rows.filter((row) => !row.isDeleted).map(({ now }) => now);

/**
 * Rows that are the same go together first, then the only ones left on both sides with one name and dosage, then with one name: of two
 * strengths neither takes the place of the other.
 */
function pairs(rows: readonly Row[], theirs: readonly Medication[]): Map<number, Row> {
  const found = new Map<number, Row>();
  const left = new Set(rows.filter((row) => row.stored !== null));
  const take = (at: number, row: Row | undefined) => {
    if (!row) return;
    found.set(at, row);
    left.delete(row);
  };
  for (const [at, one] of theirs.entries())
    take(
      at,
      [...left].find(({ stored }) => same(stored as Medication, one)),
    );
  const keys = [titleOf, ({ name }: Medication) => name];
  for (const keyOf of keys) {
    const places = [...theirs.keys()].filter((at) => !found.has(at));
    for (const at of places) {
      const key = keyOf(theirs[at] as Medication);
      const mine = [...left].filter(({ stored }) => keyOf(stored as Medication) === key);
      const isOnlyOne = places.filter((other) => keyOf(theirs[other] as Medication) === key).length === 1;
      if (isOnlyOne && mine.length === 1) take(at, mine[0]);
    }
  }
  return found;
}

/** What is stored now, with what was done here on top of it, and in sentences what somebody else has done (REL-07). */
export function rebase(draft: Draft, theirs: readonly Medication[]): { draft: Draft; told: string[] } {
  const mine = pairs(draft.rows, theirs);
  const used = new Set(mine.values());
  const told: string[] = [];
  let { nextKey } = draft;
  const rows = theirs.map((one, at): Row => {
    const row = mine.get(at);
    const stored = plain(one);
    if (!row?.stored) {
      told.push(`${titleOf(one)} was added.`);
      return { key: newKey(nextKey++), stored, now: stored, isDeleted: false };
    }
    if (same(row.stored, stored)) return row;
    const isKept = stateOf(row) !== null;
    told.push(
      `${titleOf(row.stored)} is now “${one.dosage}”, “${one.information}”.${isKept ? ' Your edit is kept. Saving replaces theirs.' : ''}`,
    );
    return isKept ? { ...row, stored } : { ...row, stored, now: stored };
  });
  for (const row of draft.rows) {
    if (used.has(row)) continue;
    if (row.stored) {
      const isKept = stateOf(row) === 'changed';
      told.push(`${titleOf(row.stored)} was deleted.${isKept ? ' What you typed is kept; saving adds it again.' : ''}`);
      if (!isKept) continue;
    }
    rows.push({ ...row, stored: null });
  }
  return { draft: { rows, nextKey }, told };
}
