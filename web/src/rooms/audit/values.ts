/** Stored values in words that anybody can read (P11-14). */
import type { AuditEntry } from '@portal/contract/audit/endpoints.ts';
import { fieldWords, nameKey, namedKindOf, pointersIn, recordWords } from '@portal/contract/audit/words.ts';
import { genders, patientTypes, preferredContacts } from '@portal/contract/patients/rules.ts';
import { asDayInFiles } from '#kit/today.ts';

export type Names = Readonly<Record<string, string>>;

type Codes = Readonly<Record<string, (value: number) => string | undefined>>;
const oneOf = (words: Readonly<Record<number, string>>) => (value: number) => words[value];
/** Numbers that stand for a word. */
const codes: Codes = {
  gender: oneOf({ 0: 'Male', 1: 'Female' }),
  // PAR-12.
  preferred_contact: (value) => (value === 0 ? 'Email' : 'Phone'),
};
/** A patient has codes of their own. */
const codesOfPatients: Codes = {
  gender: oneOf(genders),
  preferred_contact: oneOf(preferredContacts),
  type: oneOf(patientTypes),
};

/** A value in one or more lines; empty for none. */
export function valueWords(recordKind: string, field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const words = value.map((one) => valueWords(recordKind, field, one, names));
    return words.join(value.some((one) => typeof one === 'object') ? '\n' : ', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => [fieldWords(key), valueWords(recordKind, key, inner, names)] as const)
      .filter(([, words]) => words !== '')
      .map(([name, words]) => `${name}: ${words}`)
      .join('; ');
  }
  if (typeof value === 'number') return numberWords(recordKind, field, value, names);
  const text = String(value as string);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return asDayInFiles(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? asUtc(new Date(text)) : text;
}

function numberWords(recordKind: string, field: string, value: number, names: Names): string {
  const known = recordKind === 'patient' ? codesOfPatients : codes;
  const code = Object.hasOwn(known, field) ? known[field]?.(value) : undefined;
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
