import type { Ours } from '@portal/contract/endpoint.ts';
import type { keepDraft } from '@portal/contract/responses/endpoints.ts';
import { newKey } from '#api/new-key.ts';
import type { TableType } from './answer-props.ts';

type Draft = Ours<typeof keepDraft.body>['draft'];
/** What was added, changed and removed in a table of an assessment; it goes with the submit, and not before (ANS-09). */
export type Held = Pick<Draft, 'medicationChanges' | 'allergyChanges' | 'goalChanges'>;
export type Change = NonNullable<Held['medicationChanges']>[number] | NonNullable<Held['goalChanges']>[number];

export const heldUnder = {
  AdditionalMed: 'medicationChanges',
  DrugAllergy: 'allergyChanges',
  UserGoals: 'goalChanges',
} as const satisfies Record<TableType, keyof Held>;

/** An entry of the patient's record, as far as a table must know it. */
export interface Kept {
  id: number;
  version: number;
  /** Of an entry that an assessment added: which addition it is. */
  heldKey?: string | undefined;
}
export interface Row<Draft> {
  /** Of the entry, or of the change that adds one. */
  key: string;
  id: number | null;
  version: number | null;
  draft: Draft;
  /** Gone: somebody else has removed what is held to be changed. */
  state: 'kept' | 'added' | 'changed' | 'removed' | 'gone';
  /** As the record has it, where that is another version than the one that is held to be changed or removed, or was added otherwise. */
  theirs: Draft | null;
  /** It is held to be added, and is on record already: by an earlier try, or from another window. */
  isAddedAlready?: boolean;
  /** Its change's place. */
  place: number;
}

/** What a change holds besides its operation. */
type Fields = Omit<Change, 'operation' | 'id' | 'version' | 'heldKey'>;
interface Form<Draft, Entry extends Kept> {
  ofEntry: (entry: Entry) => Draft;
  ofChange: (change: Change) => Draft;
  /** Whether both say the same, so that nothing is left to be done. */
  isSame: (one: Draft, other: Draft) => boolean;
}

/** The entries as they will be, those that go included; without entries, which are not there yet, what is held of them is left out. */
export function rowsOf<Draft, Entry extends Kept>(
  entries: readonly Entry[] | undefined,
  changes: readonly Change[],
  form: Form<Draft, Entry>,
): Row<Draft>[] {
  const kept = (entries ?? []).map((entry): Row<Draft> => {
    const place = placeOf(changes, entry);
    const change = changes[place];
    const row = { key: `kept ${entry.id}`, id: entry.id, version: entry.version, place };
    const onRecord = form.ofEntry(entry);
    if (!change) return { ...row, draft: onRecord, state: 'kept', theirs: null };
    const isAddedAlready = change.operation === 'add';
    const isStale = isAddedAlready || (change.version !== undefined && change.version !== entry.version);
    const theirs = isStale ? onRecord : null;
    if (change.operation === 'delete') return { ...row, draft: onRecord, state: 'removed', theirs };
    const draft = form.ofChange(change);
    // An earlier try, or another window, has done it.
    if (isStale && form.isSame(draft, onRecord)) return { ...row, draft: onRecord, state: 'kept', theirs: null };
    return { ...row, draft, state: 'changed', theirs, isAddedAlready };
  });
  const known = entries && new Set(entries.map(({ id }) => id));
  const shown = new Set(kept.map(({ place }) => place));
  const others = changes.flatMap((change, place): Row<Draft>[] => {
    const row = { id: null, version: null, theirs: null, place };
    if (change.operation === 'add')
      return shown.has(place) ? [] : [{ ...row, key: `added ${place}`, draft: form.ofChange(change), state: 'added' }];
    // What was to be removed is removed.
    const isGone = change.operation === 'update' && known && !known.has(change.id ?? 0);
    return isGone ? [{ ...row, key: `gone ${place}`, draft: form.ofChange(change), state: 'gone' }] : [];
  });
  return [...kept, ...others];
}

/** Where a change of the entry is, or else the addition that it came from, or the removal of that. */
function placeOf(changes: readonly Change[], { id, heldKey }: Kept): number {
  const place = changes.findIndex((change) => change.id === id);
  if (place !== -1 || heldKey === undefined) return place;
  return changes.findIndex((change) => change.heldKey === heldKey);
}

const at = (changes: readonly Change[], place: number, change: Change): Change[] =>
  place === -1 ? [...changes, change] : changes.map((one, i) => (i === place ? change : one));
const without = (changes: readonly Change[], place: number): Change[] => changes.filter((_, i) => i !== place);
const of = ({ id, version }: Row<unknown>) => ({ id: id ?? 0, version: version ?? 0 });

/** Saves a form: of a new entry, of one that was added here, or of one of the record. */
export const save = (changes: readonly Change[], row: Row<unknown> | null, fields: Fields): Change[] =>
  row === null || row.id === null
    ? at(changes, row?.place ?? -1, {
        operation: 'add',
        // Each addition has a key of its own, that it keeps however it is corrected: it is added once.
        heldKey: changes[row?.place ?? -1]?.heldKey ?? newKey(),
        ...fields,
      })
    : at(changes, row.place, { operation: 'update', ...of(row), ...fields });

/**
 * What was only added here is gone; an entry of the record goes with the submit. So does what may be on record by now: it is known by its
 * key, and is removed as it was added.
 */
export function remove(changes: readonly Change[], row: Row<unknown>, perhapsAdded?: ReadonlySet<string>): Change[] {
  if (row.id !== null) return at(changes, row.place, { operation: 'delete', ...of(row) });
  const heldKey = changes[row.place]?.heldKey;
  if (heldKey === undefined || !perhapsAdded?.has(heldKey)) return without(changes, row.place);
  return at(changes, row.place, { operation: 'delete', heldKey, version: 1 });
}

/** What is held stays, though the record has changed. */
export const keep = (changes: readonly Change[], row: Row<unknown>): Change[] =>
  changes.map((change, i) => {
    if (i !== row.place) return change;
    const { heldKey: _added, ...fields } = change;
    // What is on record already is changed, and not added again.
    return { ...fields, operation: change.operation === 'delete' ? 'delete' : 'update', ...of(row) };
  });

/** As the record has it. */
export const takeBack = (changes: readonly Change[], row: Row<unknown>): Change[] => without(changes, row.place);
