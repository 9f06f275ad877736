/** Rows of a patient's record as the wire has them. */
import type { addressTypes } from '@portal/contract/patient-records/rules.ts';
import { contactTypeOf } from '@portal/contract/patient-records/rules.ts';
import { toAttributes } from '@portal/contract/patients/fields.ts';
import type { PartRow } from './parts.ts';

const bit = (is: boolean): 0 | 1 => (is ? 1 : 0);

export const presentAddress = (row: PartRow<'patient_address'>) => ({
  addrId: row.patient_address_id,
  addressType: row.type as (typeof addressTypes)[number],
  address: toAttributes({
    country: row.country,
    street: row.street,
    street_2: row.street2,
    city: row.city,
    state: row.state,
    zip: row.zip,
  }),
  isPrimary: bit(row.is_primary),
  isShipping: bit(row.is_shipping),
  isBilling: bit(row.is_billing),
  version: row.version,
});

export const presentContact = (row: PartRow<'patient_contact'>) => ({
  contactId: row.patient_contact_id,
  contactName: row.name,
  contactDetail: row.detail,
  phoneNumber: row.phone,
  phoneType: row.phone_type,
  phoneExtension: row.phone_extension,
  email: row.email,
  contactType: contactTypeOf({ phoneNumber: row.phone, email: row.email }),
  version: row.version,
});

export const presentInsurance = (row: PartRow<'patient_insurance'>) => ({
  insuranceId: row.patient_insurance_id,
  planName: row.plan_name,
  planType: row.plan_type,
  memberId: row.member_number,
  bin: row.bin,
  pcn: row.pcn,
  group: row.group_number,
  isPrimary: bit(row.is_primary),
  version: row.version,
});

const addedAs = ({ held_key: heldKey }: { held_key: string | null }) => (heldKey === null ? {} : { heldKey });

const medicine = (row: PartRow<'patient_medication'> | PartRow<'patient_allergy'>, id: number) => ({
  id,
  u_id: row.patient_id,
  medicationName: row.name,
  dosage: row.dosage,
  description: row.description,
  notes: row.notes,
  version: row.version,
  ...addedAs(row),
});
export const presentMedication = (row: PartRow<'patient_medication'>) => ({
  medId: row.patient_medication_id,
  ...medicine(row, row.patient_medication_id),
});
export const presentAllergy = (row: PartRow<'patient_allergy'>) => ({
  allergyId: row.patient_allergy_id,
  ...medicine(row, row.patient_allergy_id),
});

export const presentGoal = (row: PartRow<'patient_goal'>) => ({
  goalId: row.patient_goal_id,
  goalName: row.name,
  goalDescription: row.description,
  medName: row.medication_name,
  medId: row.patient_medication_id,
  notes: row.notes,
  version: row.version,
  ...addedAs(row),
});
