/** What of a patient's record has a history, and in which words the screen tells it. */
import { genders, patientTypes, preferredContacts, shownBirthDate, shownEmail, shownPhone } from '../patients/rules.ts';
import { consentLabel, orderStatusLabel, prescriptionStatusLabel } from './rules.ts';

const address = {
  type: 'Type',
  country: 'Country',
  street: 'Street',
  street2: 'Street 2',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  is_primary: 'Primary',
  is_shipping: 'Shipping',
  is_billing: 'Billing',
} as const;
const medicine = { name: 'Name', dosage: 'Dosage', description: 'Description', notes: 'Notes' } as const;

/** The fields of each kind in the trail's spelling, with what the screen calls them. What is not here is told to nobody. */
export const valueFields = {
  profile: {
    first_name: 'First Name',
    last_name: 'Last Name',
    born_on: 'Date of Birth',
    gender: 'Gender',
    email: 'Email',
    email_verified: 'Email verified',
    phone: 'Phone',
    phone_verified: 'Phone verified',
    preferred_contact: 'Preferred Contact',
    type: 'Patient Type',
    is_hibernated: 'Hibernated',
  },
  status: { status: 'Status' },
  group: { care_group_id: 'Care Group' },
  address,
  contact: {
    name: 'Name',
    detail: 'Detail',
    phone: 'Phone',
    phone_type: 'Type',
    phone_extension: 'Extension',
    email: 'Email',
  },
  insurance: {
    plan_name: 'Plan Name',
    plan_type: 'Plan Type',
    member_number: 'Member ID',
    bin: 'BIN',
    pcn: 'PCN',
    group_number: 'Group',
    is_primary: 'Primary',
  },
  medication: medicine,
  allergy: medicine,
  goal: {
    name: 'Goal',
    description: 'Description',
    medication_name: 'Medication',
    notes: 'Notes',
  },
  prescription: {
    display_name: 'Medication',
    rx_number: 'RxNumber',
    display_status: 'Status',
    shipped_on: 'Latest Date Shipped',
    provider: 'Provider',
    refills_left: 'Refill Remaining',
    instructions: 'Instruction',
    written_on: 'Date Written',
    days_of_supply: 'Days of Supply',
    is_active: 'Active',
  },
  order: { order_status: 'Status' },
  consent: { code: 'Consent' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type ValueKind = keyof typeof valueFields;
export const valueKinds = Object.keys(valueFields) as [ValueKind, ...ValueKind[]];

/** The trail keeps texts, numbers and claims. */
type Kept = string | number | boolean;
const statusWords: Readonly<Record<string, string>> = {
  pending: 'Pending',
  active: 'Active',
  deactivated: 'Deactivated',
  removed: 'Removed',
};
const coded = (words: Readonly<Record<number, string>>) => (value: Kept) => words[Number(value)] ?? String(value);
/** Values that the screen does not show as they are kept. */
const shown: Partial<Record<ValueKind, Readonly<Record<string, (value: Kept) => string>>>> = {
  profile: {
    born_on: (value) => shownBirthDate(String(value)),
    gender: coded(genders),
    email: (value) => shownEmail(String(value)),
    phone: (value) => shownPhone(String(value)),
    preferred_contact: coded(preferredContacts),
    type: coded(patientTypes),
  },
  status: { status: (value) => statusWords[String(value)] ?? String(value) },
  contact: { phone: (value) => (value === '' ? '' : shownPhone(String(value))) },
  prescription: {
    display_status: (value) => prescriptionStatusLabel(Number(value)),
    shipped_on: (value) => shownBirthDate(String(value)),
    written_on: (value) => shownBirthDate(String(value)),
  },
  order: { order_status: (value) => orderStatusLabel(Number(value)) },
  consent: { code: (value) => consentLabel(Number(value)) },
};

/** A value as the screen shows it; null and nothing are null. */
export function shownValue(kind: ValueKind, field: string, value: unknown): string | null {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean'))
    return null;
  const words = shown[kind]?.[field];
  if (words) return words(value);
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}
