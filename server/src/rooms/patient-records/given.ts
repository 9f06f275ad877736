/** What calls bring of a patient's record, as the tables keep it. */
import { storedAddress } from '@portal/contract/addresses/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type * as api from '@portal/contract/patient-records/endpoints.ts';
import { asAddress, type PatientAddress, patientAddressProblems } from '@portal/contract/patient-records/rules.ts';
import { fromAttributes } from '@portal/contract/patients/fields.ts';
import { refuseProblems } from '#platform/core/fail.ts';

/** PAD-04, OPC-45. A flag that is not named is not set. */
export function addressFields(body: Ours<typeof api.addAddress.body>) {
  const given = {
    country: '',
    street: '',
    street_2: '',
    city: '',
    state: '',
    zip: '',
    ...fromAttributes(body.address),
  } as PatientAddress;
  const problems = Object.entries(patientAddressProblems(given));
  refuseProblems(Object.fromEntries(problems.map(([field, said]) => [`address.${field}`, said])));
  return {
    type: body.addressType,
    ...storedAddress(asAddress(given)),
    is_primary: body.isPrimary ?? false,
    is_shipping: body.isShipping ?? false,
    is_billing: body.isBilling ?? false,
  };
}

export const contactFields = (body: Ours<typeof api.addContact.body>) => ({
  name: body.contactName ?? '',
  detail: body.contactDetail ?? '',
  phone: body.phoneNumber ?? '',
  phone_type: body.phoneType ?? '',
  phone_extension: body.phoneExtension ?? '',
  email: body.email ?? '',
});

export const insuranceFields = (body: Omit<Ours<typeof api.addInsurance.body>, 'memberId'>) => ({
  plan_name: body.planName,
  plan_type: body.planType,
  bin: body.bin,
  pcn: body.pcn,
  group_number: body.group,
  is_primary: body.isPrimary ?? false,
});

export const medicationFields = (body: Ours<typeof api.addMedication.body>) => ({
  name: body.medicationName,
  dosage: body.dosage,
  description: body.description,
  notes: body.notes,
});

export const goalFields = (body: Ours<typeof api.addGoal.body>) => ({
  name: body.goalName,
  description: body.goalDescription,
  medication_name: body.medName || null,
  patient_medication_id: body.medId ?? null,
  notes: body.notes,
});
