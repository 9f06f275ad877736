/** What the audit trail says, in plain words: every kind of change, every kind of record, and what a number stands for. */
import { fold, type Keys, type RecordKind as Kind } from '../room.ts';
import { rooms } from '../rooms.ts';

type Rooms = (typeof rooms)[number];
/** What acts say of themselves. An act that records a kind without words does not compile. */
export type AuditAction = Keys<Rooms, 'actions'>;
export type RecordKind = Keys<Rooms, 'records'>;
export const actionWords: Readonly<Record<string, string>> = fold(rooms, 'actions');

const records: Readonly<Record<string, Kind>> = fold(rooms, 'records');
export const recordWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(records).map(([kind, { words }]) => [kind, words]),
);

/** What the access log says that somebody read: records, and the trail of their changes. */
export type ReadKind = RecordKind | 'audit';
export const readKinds: readonly string[] = [...Object.keys(records), 'audit'];

/** Kinds of records that have a name to show beside their number. */
export type NamedKind = {
  [K in RecordKind]: Extract<Rooms, { records: { [k in K]: { pointers: unknown } } }> extends never ? never : K;
}[RecordKind];
export const namedKinds = Object.keys(records).filter((kind) => records[kind]?.pointers) as readonly NamedKind[];

/** Under which kind a record has its name, if it has one: an account goes by its person's. */
export const namedKindOf = (recordKind: string): NamedKind | undefined => {
  const kind = (Object.hasOwn(records, recordKind) && records[recordKind]?.goesBy) || recordKind;
  return namedKinds.find((named) => named === kind);
};

/** The table of a kind of record and the column of its number, where records of it have one. */
export function tableOfRecords(recordKind: string): { table: string; key: string } | null {
  const kind = (Object.hasOwn(records, recordKind) && records[recordKind]?.goesBy) || recordKind;
  const of = Object.hasOwn(records, kind) ? records[kind] : undefined;
  return of?.key === undefined ? null : { table: of.table ?? kind, key: of.key };
}

/** The fields whose number stands for another record, as acts name them. */
const pointers = new Map(
  namedKinds.flatMap((kind) => records[kind]?.pointers?.map((field) => [field, kind]) ?? []) as [string, NamedKind][],
);

/** The one spelling of a field in the trail, however an act or an older entry writes it: `lotNumber` is `lot_number`. */
export const fieldName = (written: string): string => written.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Whether a stored value says what its product was called then: what that is called now must not stand beside it. */
const saysItsProduct = (value: object): boolean =>
  Object.keys(value).some((written) => fieldName(written) === 'drug_name');

/** Every number in a stored value that stands for another record and is to be named, however deep it lies. */
export function pointersIn(field: string, value: unknown): { kind: NamedKind; id: number }[] {
  if (Array.isArray(value)) return value.flatMap((one) => pointersIn(field, one));
  if (typeof value === 'object' && value !== null) {
    const found = Object.entries(value).flatMap(([key, inner]) => pointersIn(key, inner));
    return saysItsProduct(value) ? found.filter(({ kind }) => kind !== 'product') : found;
  }
  const kind = pointers.get(fieldName(field));
  return kind && typeof value === 'number' ? [{ kind, id: value }] : [];
}

/** How the `names` of a reply are keyed. */
export const nameKey = (kind: NamedKind, id: number | string): string => `${kind}:${id}`;

const fields: Readonly<Record<string, string>> = fold(rooms, 'fields');

/** The name of a stored field: `lot_number` and `lotNumber` are "Lot number". */
export function fieldWords(field: string): string {
  const name = fieldName(field);
  if (Object.hasOwn(fields, name)) return fields[name] as string;
  const words = name
    .replaceAll('_', ' ')
    .replace(/ ids?$/, '')
    .trim();
  return words === '' ? field : words[0]?.toUpperCase() + words.slice(1);
}
