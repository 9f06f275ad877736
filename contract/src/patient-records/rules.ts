/** What the parts of a patient's record are called and what may stand in them. */
import { type Address, addressProblems } from '../addresses/rules.ts';
import { provinceProblem } from '../addresses/provinces.ts';

/** PAD-03: exactly these, in this order. */
export const addressTypes = [
  'Home',
  'Home 2',
  'Office',
  'Apartment',
  'School',
  'Clinic',
  'Hospital',
  'Nursing/LTC Facility',
  'Vacation',
  'Emergency',
  'Other',
  'Assisted Living',
  'Billing',
  'Cell Phone',
  'Primary',
  'See Notes',
  'Shipping',
  'Unknown',
] as const;

/** An address in the names of these calls (PAD-02, OPC-45). */
export const addressFields = ['country', 'street', 'street_2', 'city', 'state', 'zip'] as const;
export type PatientAddress = Record<(typeof addressFields)[number], string>;
export const asAddress = ({ street_2: street2, ...same }: PatientAddress): Address => ({ ...same, street2 });
export const asPatientAddress = ({ street2: street_2, ...same }: Address): PatientAddress => ({ ...same, street_2 });

/** PAD-04: what is wrong with it, by field in the names of these calls. */
export function patientAddressProblems(given: Partial<PatientAddress>): Partial<Record<keyof PatientAddress, string>> {
  const address = asAddress({ country: '', street: '', street_2: '', city: '', state: '', zip: '', ...given });
  const { street2, ...problems } = addressProblems(address);
  if (street2) return { ...problems, street_2: street2 };
  if (Object.keys(problems).length > 0) return problems;
  const state = provinceProblem(address);
  return state ? { state } : {};
}

/** PCN-03. */
export type ContactType = 'phone' | 'email' | 'phone|email';
export const contactTypeOf = (given: { phoneNumber?: string | null; email?: string | null }): ContactType =>
  given.phoneNumber && given.email ? 'phone|email' : given.email ? 'email' : 'phone';
/** OPC-47. */
export const noContact = 'needs a phone or an email';

/** MAL-04. */
export const refusedInMedication = /[,|]/;
export const medicationMessage = 'must not contain commas or pipes';

/** Longest texts; no row names any. */
export const longest = {
  name: 100,
  dosage: 100,
  text: 1_000,
  number: 50,
  contactDetail: 200,
  phoneType: 30,
  extension: 10,
} as const;
/** To so many patients a document is added at once. */
export const mostPatientsAtOnce = 100;
/** So many of a kind a patient has at most. */
export const mostOfKind = 200;

const statusLabels: Readonly<Record<number, string>> = {
  0: 'Not available',
  1: 'Schedule my delivery',
  2: 'Requested',
  3: 'Shipped',
  4: 'Cancelled',
  5: 'Processing',
  6: 'Contact Pharmacy to Fill',
  7: 'Add to Existing Order',
  8: 'Not Yet Due',
  100: 'Reviewing',
  101: 'Clarifying',
  102: 'Authorizing',
  103: 'Authorizing',
  104: 'Rx Closed - Expired',
  105: 'Rx Closed - Out of refills',
  106: 'Awaiting New Prescription',
  107: 'Awaiting New Prescription',
  108: 'Awaiting New Prescription',
  109: 'Rx Closed',
};
/** PRX-03, PRX-04. */
export const prescriptionStatusLabel = (code: number): string => statusLabels[code] ?? 'Unknown Status';

const orderLabels: Readonly<Record<number, string>> = {
  0: 'Closed',
  1: 'Open',
  2: 'Request Submitted',
  3: 'Shipped',
  4: 'Cancelled',
  5: 'Processing',
};
/** ORX-03. */
export const orderStatusLabel = (code: number): string => orderLabels[code] ?? String(code);

/** CNS-02, OPC-64. */
export const consentLabel = (code: number | null): string =>
  code === 2 ? 'Portal Terms' : code === 0 ? 'Revoked Text Consent' : 'Text Consent';

/** ORX-02, CCN-14. */
export const orderWindowDays = 90;
export const outreachDays = 30;

/** PDO-03, OPC-67. */
export function signingLabel(document: {
  isSignRequest: 0 | 1;
  isCompletelySigned: 0 | 1;
  isCurrentSigner: 0 | 1;
}): string {
  if (document.isSignRequest === 0) return '';
  if (document.isCompletelySigned === 1) return 'Signing Complete';
  return document.isCurrentSigner === 1 ? 'Waiting for patient to sign' : 'Waiting for other user to sign';
}
