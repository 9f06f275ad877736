/** Numbers in stored values that stand for a word (P11-14, P11-19). */
import { recoveryStatuses } from '../account-recovery/rules.ts';
import { consentLabel, orderStatusLabel, prescriptionStatusLabel } from '../patient-records/rules.ts';
import { genders, patientTypes, preferredContacts } from '../patients/rules.ts';
import { fieldName } from './words.ts';

type Codes = Readonly<Record<string, (value: number) => string | undefined>>;
const oneOf = (words: Readonly<Record<number, string>>) => (value: number) => words[value];
const ofAll: Codes = {
  gender: oneOf({ 0: 'Male', 1: 'Female' }),
  // PAR-12.
  preferred_contact: (value) => (value === 0 ? 'Email' : 'Phone'),
  display_status: prescriptionStatusLabel,
  order_status: orderStatusLabel,
  consent_code: consentLabel,
};
/** Kinds of records, or tables of a copy, that have codes of their own. */
const ofKinds: Readonly<Record<string, Codes>> = {
  patient: {
    gender: oneOf(genders),
    preferred_contact: oneOf(preferredContacts),
    type: oneOf(patientTypes),
  },
  patient_recovery: { status: oneOf(recoveryStatuses) },
  patient_consent: { code: consentLabel },
};
const codeIn = (codes: Codes | undefined, field: string) =>
  codes && Object.hasOwn(codes, field) ? codes[field] : undefined;

/** A consent without a code is one too (CNS-02); of all else nothing is said. */
export const wordOfNone = (recordKind: string, written: string): string =>
  recordKind === 'patient_consent' && fieldName(written) === 'code' ? consentLabel(null) : '';

/** The word with the number behind it, since several may have one word; undefined for a number that is no code. */
export function codeWords(recordKind: string, written: string, value: number): string | undefined {
  const field = fieldName(written);
  const own = Object.hasOwn(ofKinds, recordKind) ? ofKinds[recordKind] : undefined;
  const words = (codeIn(own, field) ?? codeIn(ofAll, field))?.(value);
  return words === undefined || words === String(value) ? undefined : `${words} (${value})`;
}
