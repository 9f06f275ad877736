import type { Ours } from '@portal/contract/endpoint.ts';
import type { keepDraft } from '@portal/contract/responses/endpoints.ts';
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
}
export interface Row<Draft> {
  /** Of the entry, or of the change that adds one. */
  key: string;
  id: number | null;
  version: number | null;
  draft: Draft;
  /** Gone: somebody else has removed what is held to be changed. */
  state: 'kept' | 'added' | 'changed' | 'removed' | 'gone';
  /** As the record has it, where that is another version than the one that is held to be changed or removed. */
  theirs: Draft | null;
  /** Its change's place. */
  place: number;
}

/** What a change holds besides its operation. */
type Fields = Omit<Change, 'operation' | 'id' | 'version'>;
interface Form<Draft, Entry extends Kept> {
  ofEntry: (entry: Entry) => Draft;
  ofChange: (change: Change) => Draft;
  toFields: (draft: Draft) => Fields;
}

/** The entries as they will be, those that go included; without entries, which are not there yet, what is held of them is left out. */
export function rowsOf<Draft, Entry extends Kept>(
  entries: readonly Entry[] | undefined,
  changes: readonly Change[],
  form: Pick<Form<Draft, Entry>, 'ofEntry' | 'ofChange'>,
): Row<Draft>[] {
  const kept = (entries ?? []).map((entry): Row<Draft> => {
    const place = changes.findIndex(({ operation, id }) => operation !== 'add' && id === entry.id);
    const change = changes[place];
    const state = change === undefined ? 'kept' : change.operation === 'delete' ? 'removed' : 'changed';
    const draft = change && state === 'changed' ? form.ofChange(change) : form.ofEntry(entry);
    const isStale = change?.version !== undefined && change.version !== entry.version;
    const theirs = isStale ? form.ofEntry(entry) : null;
    return { key: `kept ${entry.id}`, id: entry.id, version: entry.version, draft, state, theirs, place };
  });
  const known = entries && new Set(entries.map(({ id }) => id));
  const others = changes.flatMap((change, place): Row<Draft>[] => {
    const row = { id: null, version: null, theirs: null, place };
    if (change.operation === 'add')
      return [{ ...row, key: `added ${place}`, draft: form.ofChange(change), state: 'added' }];
    // What was to be removed is removed.
    const isGone = change.operation === 'update' && known && !known.has(change.id ?? 0);
    return isGone ? [{ ...row, key: `gone ${place}`, draft: form.ofChange(change), state: 'gone' }] : [];
  });
  return [...kept, ...others];
}

const at = (changes: readonly Change[], place: number, change: Change): Change[] =>
  place === -1 ? [...changes, change] : changes.map((one, i) => (i === place ? change : one));
const without = (changes: readonly Change[], place: number): Change[] => changes.filter((_, i) => i !== place);
const of = ({ id, version }: Row<unknown>) => ({ id: id ?? 0, version: version ?? 0 });

/** Saves a form: of a new entry, of one that was added here, or of one of the record. */
export const save = (changes: readonly Change[], row: Row<unknown> | null, fields: Fields): Change[] =>
  row === null || row.id === null
    ? at(changes, row?.place ?? -1, { operation: 'add', ...fields })
    : at(changes, row.place, { operation: 'update', ...of(row), ...fields });

/** What was only added here is gone; an entry of the record goes with the submit. */
export const remove = (changes: readonly Change[], row: Row<unknown>): Change[] =>
  row.id === null ? without(changes, row.place) : at(changes, row.place, { operation: 'delete', ...of(row) });

/** What is held stays, though the record has changed. */
export const keep = (changes: readonly Change[], row: Row<unknown>): Change[] =>
  changes.map((change, i) => (i === row.place ? { ...change, ...of(row) } : change));

/** As the record has it. */
export const takeBack = (changes: readonly Change[], row: Row<unknown>): Change[] => without(changes, row.place);
