/** Stored values in words that anybody can read (P11-14). */
import { codeWords } from '@portal/contract/audit/code-words.ts';
import type { AuditEntry } from '@portal/contract/audit/endpoints.ts';
import { fieldWords, nameKey, namedKindOf, pointersIn, recordWords } from '@portal/contract/audit/words.ts';
import { asDayInFiles } from '#kit/today.ts';

export type Names = Readonly<Record<string, string>>;

/** A value in one or more lines; empty for none. */
export function valueWords(recordKind: string, field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const words = value.map((one) => valueWords(recordKind, field, one, names));
    return words.join(value.some((one) => typeof one === 'object') ? '\n' : ', ');
  }
  if (typeof value === 'object') {
    const known = namedIn(field, value, names);
    return Object.entries(value)
      .map(([key, inner]) => [fieldWords(key), valueWords(recordKind, key, inner, known)] as const)
      .filter(([, words]) => words !== '')
      .map(([name, words]) => `${name}: ${words}`)
      .join('; ');
  }
  if (typeof value === 'number') return numberWords(recordKind, field, value, names);
  const text = String(value as string);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return asDayInFiles(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? asUtc(new Date(text)) : text;
}

/** A product that has the words of then in the value has no name of today. */
const namedIn = (field: string, value: object, names: Names): Names =>
  Object.fromEntries(
    pointersIn(field, value).flatMap(({ kind, id }) => {
      const name = names[nameKey(kind, id)];
      return name === undefined ? [] : [[nameKey(kind, id), name]];
    }),
  );

function numberWords(recordKind: string, field: string, value: number, names: Names): string {
  const code = codeWords(recordKind, field, value);
  if (code) return code;
  const [pointer] = pointersIn(field, value);
  const name = pointer && names[nameKey(pointer.kind, pointer.id)];
  return name ? `${name} (${value})` : String(value);
}

/** What an entry is about: "Participant 101-001 (4)", or "Shipment request 17" where it has no name. */
export function recordName(
  { recordKind, recordId }: Pick<AuditEntry, 'recordKind' | 'recordId'>,
  names: Names,
): string {
  const kind = recordWords[recordKind] ?? fieldWords(recordKind);
  const named = namedKindOf(recordKind);
  const name = named && names[nameKey(named, recordId)];
  return name ? `${kind} ${name} (${recordId})` : `${kind} ${recordId}`;
}

/** To the millisecond, and in UTC, as it is on record (P11-13): `05-Mar-2026 14:30:05.123 UTC`. */
export const asUtc = (at: Date): string => {
  const text = at.toISOString();
  return `${asDayInFiles(text)} ${text.slice(11, 23)} UTC`;
};
