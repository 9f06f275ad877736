/** What people keep in the record of a patient: addresses, contacts, insurance, medications, allergies, goals. */
import { z } from 'zod';
import { isEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { attributes } from '../patients/fields.ts';
import { patientAccess as access } from '../patients/access.ts';
import { isPatientPhone, longest as longestOfPatient } from '../patients/rules.ts';
import { done, flag, recordId, requiredText, text, whole } from '../wire.ts';
import {
  addressFields,
  addressTypes,
  longest,
  medicationMessage,
  mostOfKind,
  noContact,
  refusedInMedication,
} from './rules.ts';

const u_id = recordId('patient');
const version = whole.optional();
const ofPatient = z.strictObject({ u_id });
const changed = z.object({ message: z.string(), version: z.number() });
const wireFlag = z.literal([0, 1]);

// ---------------------------------------------------------------- addresses (PAD, CAD-12 to CAD-15)
const addressGiven = {
  u_id,
  addressType: z.enum(addressTypes),
  address: attributes(addressFields),
  isPrimary: flag.optional(),
  isShipping: flag.optional(),
  isBilling: flag.optional(),
};
const patientAddress = z.object({
  addrId: z.number(),
  addressType: z.enum(addressTypes),
  address: z.array(z.object({ Name: z.string(), Value: z.string() })),
  isPrimary: wireFlag,
  isShipping: wireFlag,
  isBilling: wireFlag,
  version: z.number(),
});

export const listAddresses = endpoint({
  method: 'GET',
  path: '/user/address',
  summary: 'A person reads the addresses of a patient',
  access,
  query: ofPatient,
  atMost: mostOfKind,
  reply: z.object({ addresses: z.array(patientAddress) }),
});
/** OPC-46: of each kind of flag at most one address has it; setting it takes it from the others. */
export const addAddress = endpoint({
  method: 'POST',
  path: '/user/address',
  summary: 'A person adds an address of a patient',
  access,
  creates: true,
  body: z.strictObject(addressGiven),
  reply: z.object({ message: z.string(), addrId: z.number() }),
});
export const changeAddress = endpoint({
  method: 'PUT',
  path: '/user/address',
  summary: 'A person changes an address of a patient',
  access,
  body: z.strictObject({ ...addressGiven, addr_id: recordId('patient_address'), version }),
  reply: changed,
});
export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/user/address',
  summary: 'A person removes an address of a patient',
  access,
  query: z.strictObject({ u_id, addr_id: recordId('patient_address'), version }),
  reply: done,
});

// ---------------------------------------------------------------- contacts (PCN, CAD-16 to CAD-20)
/** OPC-09: these and the insurances are not changed where the company has its details to read only. */
const writesDetails = { ...access, withoutModule: 'ReadOnlyPatientDetails' } as const;

const contactGiven = z.strictObject({
  u_id,
  /** OPC-47 asks for a phone or an e-mail, and for nothing else. */
  contactName: text(longest.name).nullish(),
  contactDetail: text(longest.contactDetail).nullish(),
  phoneNumber: z
    .string()
    .refine((value) => value === '' || isPatientPhone(value), 'must be +1 and ten digits')
    .nullish(),
  phoneType: text(longest.phoneType).nullish(),
  phoneExtension: z
    .string()
    .regex(new RegExp(`^\\d{0,${longest.extension}}$`), 'must be digits')
    .nullish(),
  email: z
    .string()
    .overwrite((value) => value.trim().toLowerCase())
    .refine(
      (value) => value.length <= longestOfPatient.email,
      `is too long (maximum is ${longestOfPatient.email} characters)`,
    )
    .refine((value) => value === '' || isEmail(value), 'is not a valid email')
    .nullish(),
  /** PCN-03, OPC-47: it follows from what is filled; what is sent is not asked. */
  contactType: z.enum(['phone', 'email', 'phone|email']).optional(),
});
const hasContact = (given: { phoneNumber?: string | null | undefined; email?: string | null | undefined }) =>
  Boolean(given.phoneNumber || given.email);
const orOne = { message: noContact, path: ['phoneNumber'] };

const contact = z.object({
  contactId: z.number(),
  contactName: z.string(),
  contactDetail: z.string(),
  phoneNumber: z.string(),
  phoneType: z.string(),
  phoneExtension: z.string(),
  email: z.string(),
  contactType: z.enum(['phone', 'email', 'phone|email']),
  version: z.number(),
});
export type Contact = z.output<typeof contact>;

/** CAD-16, and CAD-17 with a `contact_id`: then `contactDetails` is that one alone. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/user/contact',
  summary: 'A person reads the contacts of a patient, or one of them',
  access,
  query: z.strictObject({ u_id, contact_id: recordId('patient_contact').optional() }),
  atMost: mostOfKind,
  reply: z.union([z.object({ contacts: z.array(contact) }), z.object({ contactDetails: contact })]),
});
export const addContact = endpoint({
  method: 'POST',
  path: '/user/contact',
  summary: 'A person adds a contact of a patient',
  access: writesDetails,
  creates: true,
  body: contactGiven.refine(hasContact, orOne),
  reply: z.object({ message: z.string(), contactId: z.number() }),
});
export const changeContact = endpoint({
  method: 'PUT',
  path: '/user/contact',
  summary: 'A person changes a contact of a patient',
  access: writesDetails,
  body: contactGiven.extend({ contact_id: recordId('patient_contact'), version }).refine(hasContact, orOne),
  reply: changed,
});
export const removeContact = endpoint({
  method: 'DELETE',
  path: '/user/contact',
  summary: 'A person removes a contact of a patient',
  access: writesDetails,
  query: z.strictObject({ u_id, contact_id: recordId('patient_contact'), version }),
  reply: done,
});

// ---------------------------------------------------------------- insurance (INS, CAD-21 to CAD-24)
const insuranceAccess = { ...access, module: 'Insurance' } as const;
const writesInsurance = { ...writesDetails, module: 'Insurance' } as const;
const insuranceGiven = {
  u_id,
  planName: requiredText(longest.name),
  planType: requiredText(longest.name),
  bin: requiredText(longest.number),
  pcn: requiredText(longest.number),
  group: requiredText(longest.number),
  /** OPC-46: a checkbox, so it may be left out; at most one is primary. */
  isPrimary: flag.optional(),
};
const insurance = z.object({
  insuranceId: z.number(),
  planName: z.string(),
  planType: z.string(),
  memberId: z.string(),
  bin: z.string(),
  pcn: z.string(),
  group: z.string(),
  isPrimary: wireFlag,
  version: z.number(),
});

export const listInsurances = endpoint({
  method: 'GET',
  path: '/user/insurance',
  summary: 'A person reads the insurances of a patient',
  access: insuranceAccess,
  query: ofPatient,
  atMost: mostOfKind,
  reply: z.object({ insurances: z.array(insurance) }),
});
export const addInsurance = endpoint({
  method: 'POST',
  path: '/user/insurance',
  summary: 'A person adds an insurance of a patient',
  access: writesInsurance,
  creates: true,
  body: z.strictObject({ ...insuranceGiven, memberId: requiredText(longest.number) }),
  reply: z.object({ message: z.string(), insuranceId: z.number() }),
});
/** INS-05: the member id stays as it is; one that is sent has to be the same. */
export const changeInsurance = endpoint({
  method: 'PUT',
  path: '/user/insurance',
  summary: 'A person changes an insurance of a patient',
  access: writesInsurance,
  body: z.strictObject({
    ...insuranceGiven,
    memberId: text(longest.number).optional(),
    insurance_id: recordId('patient_insurance'),
    version,
  }),
  reply: changed,
});
export const removeInsurance = endpoint({
  method: 'DELETE',
  path: '/user/insurance',
  summary: 'A person removes an insurance of a patient',
  access: writesInsurance,
  query: z.strictObject({ u_id, insurance_id: recordId('patient_insurance'), version }),
  reply: done,
});

// ---------------------------------------------------------------- medications and allergies (MAL, CAC-01 to CAC-08)
/** Which addition of an assessment an entry is, however often that is sent (REL-06). */
export const heldKey = z.string().regex(/^[0-9a-f]{32}$/, 'is not a key');
const withoutMarks = (max: number) =>
  requiredText(max).refine((value) => !refusedInMedication.test(value), medicationMessage);
export const medicationGiven = {
  u_id,
  medicationName: withoutMarks(longest.name),
  dosage: withoutMarks(longest.dosage),
  description: requiredText(longest.text),
  notes: requiredText(longest.text),
};
const medicine = {
  /** The same number as `medId` or `allergyId`. */
  id: z.number(),
  u_id: z.number(),
  medicationName: z.string(),
  dosage: z.string(),
  description: z.string(),
  notes: z.string(),
  version: z.number(),
  heldKey: heldKey.optional(),
};

export const listMedications = endpoint({
  method: 'GET',
  path: '/user/medications/additional',
  summary: 'A person reads what else a patient takes',
  access,
  query: ofPatient,
  atMost: mostOfKind,
  reply: z.object({ medications: z.array(z.object({ medId: z.number(), ...medicine })) }),
});
export const addMedication = endpoint({
  method: 'POST',
  path: '/user/medications/additional',
  summary: 'A person adds a medication that a patient takes',
  access,
  creates: true,
  body: z.strictObject(medicationGiven),
  reply: z.object({ message: z.string(), medId: z.number() }),
});
export const changeMedication = endpoint({
  method: 'PUT',
  path: '/user/medications/additional',
  summary: 'A person changes a medication that a patient takes',
  access,
  body: z.strictObject({ ...medicationGiven, medId: recordId('patient_medication'), version }),
  reply: changed,
});
export const removeMedication = endpoint({
  method: 'DELETE',
  path: '/user/medications/additional',
  summary: 'A person removes a medication that a patient takes',
  access,
  query: z.strictObject({ u_id, med_id: recordId('patient_medication'), version }),
  reply: done,
});

export const listAllergies = endpoint({
  method: 'GET',
  path: '/user/medications/allergies',
  summary: 'A person reads which medications a patient does not tolerate',
  access,
  query: ofPatient,
  atMost: mostOfKind,
  reply: z.object({ allergies: z.array(z.object({ allergyId: z.number(), ...medicine })) }),
});
export const addAllergy = endpoint({
  method: 'POST',
  path: '/user/medications/allergies',
  summary: 'A person adds an allergy of a patient',
  access,
  creates: true,
  body: z.strictObject(medicationGiven),
  reply: z.object({ message: z.string(), allergyId: z.number() }),
});
export const changeAllergy = endpoint({
  method: 'PUT',
  path: '/user/medications/allergies',
  summary: 'A person changes an allergy of a patient',
  access,
  body: z.strictObject({ ...medicationGiven, allergyId: recordId('patient_allergy'), version }),
  reply: changed,
});
export const removeAllergy = endpoint({
  method: 'DELETE',
  path: '/user/medications/allergies',
  summary: 'A person removes an allergy of a patient',
  access,
  query: z.strictObject({ u_id, allergy_id: recordId('patient_allergy'), version }),
  reply: done,
});

// ---------------------------------------------------------------- goals (GOL, CAC-10 to CAC-13)
export const goalGiven = {
  u_id,
  goalName: requiredText(longest.name),
  goalDescription: requiredText(longest.text),
  /** GOL-02: the medication may be left out. */
  medName: text(longest.name).nullish(),
  medId: recordId('patient_medication').nullish(),
  notes: requiredText(longest.text),
};
export const listGoals = endpoint({
  method: 'GET',
  path: '/user/goals',
  summary: 'A person reads the goals of a patient',
  access,
  query: ofPatient,
  atMost: mostOfKind,
  reply: z.object({
    goals: z.array(
      z.object({
        goalId: z.number(),
        goalName: z.string(),
        goalDescription: z.string(),
        medName: z.string().nullable(),
        medId: z.number().nullable(),
        notes: z.string(),
        version: z.number(),
        heldKey: heldKey.optional(),
      }),
    ),
  }),
});
export const addGoal = endpoint({
  method: 'POST',
  path: '/user/goals',
  summary: 'A person adds a goal of a patient',
  access,
  creates: true,
  body: z.strictObject(goalGiven),
  reply: z.object({ message: z.string(), goalId: z.number() }),
});
export const changeGoal = endpoint({
  method: 'PUT',
  path: '/user/goals',
  summary: 'A person changes a goal of a patient',
  access,
  body: z.strictObject({ ...goalGiven, goalId: recordId('patient_goal'), version }),
  reply: changed,
});
export const removeGoal = endpoint({
  method: 'DELETE',
  path: '/user/goals',
  summary: 'A person removes a goal of a patient',
  access,
  query: z.strictObject({ u_id, goal_id: recordId('patient_goal'), version }),
  reply: done,
});
