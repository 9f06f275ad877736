/** Patients: who is looked after in the care groups of a company. They are no users of this portal (OPC-80). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, done, flag, instant, recordId, text, whole } from '../wire.ts';
import { attributes, dateOfBirth, emailOf, gender, nameOf, phone } from './fields.ts';
import { patientAccess as access } from './access.ts';
import { isPlaceholder, largestPage, longest, mostGroupsAsked } from './rules.ts';

const u_id = recordId('patient');
const version = whole.optional();
const status = z.literal([1, 0, -1]);
const patientType = z.literal([1, 2, 3]);
const oneOf = <const T extends readonly number[]>(codes: T) =>
  whole.refine((code) => codes.includes(code), `must be one of ${codes.join(', ')}`);

/** A row of the list; it carries no detail (PCG-02, PRV-04). */
const listedPatient = z.object({
  u_ID: z.number(),
  name: z.string(),
  dob: day,
  phone: z.string().nullable(),
  email: z.string(),
  status,
  patientType,
});
export type ListedPatient = z.output<typeof listedPatient>;

/**
 * CAD-07, CAG-01, PCG-04: a page of the patients in sight by name. Without root access these are the active portal patients of
 * one's groups (PST-07), otherwise all that the query does not leave out. `g_id[]` covers the groups below as well.
 */
export const listPatients = endpoint({
  method: 'GET',
  path: '/care-groups/patients',
  summary: 'A person looks for patients of their care groups',
  access,
  query: z.strictObject({
    g_id: z.union([recordId('care_group'), z.array(recordId('care_group')).min(1).max(mostGroupsAsked)]).optional(),
    patient_start: whole.refine((value) => value >= 0, 'must not be negative').optional(),
    /** Of none it is told how many there are. */
    patient_limit: whole
      .refine((value) => value >= 0 && value <= largestPage, `must be between 0 and ${largestPage}`)
      .optional(),
    patient_type: oneOf([1, 2, 3]).optional(),
    patient_status: oneOf([1, 0, -1]).optional(),
    /** Any part of name, date of birth, phone or e-mail, as people type them; of one or two letters the beginning of a word. */
    filter_all_fields: text(200).optional(),
    /** The same in names alone. */
    search: text(200).optional(),
  }),
  /** `isMore`: the search fits more patients than it finds; `totalPatients` then counts those that can be paged through. */
  reply: z.object({ patients: z.array(listedPatient), totalPatients: z.number(), isMore: z.boolean() }),
  failure: 'There was a problem retrieving patients.',
});

/** Patients in sight with the same date of birth and a similar name, or with this phone: shown before a creation, which they never block. */
export const listSimilarPatients = endpoint({
  method: 'GET',
  path: '/patients/similar',
  summary: 'A person looks whether a patient is there already',
  access,
  query: z.strictObject({
    firstName: nameOf('First Name'),
    lastName: nameOf('Last Name'),
    dateOfBirth,
    phone: phone.optional(),
  }),
  atMost: 10,
  reply: z.object({ patients: z.array(listedPatient) }),
  failure: 'There was a problem retrieving patients.',
});

const created = z.object({ message: z.string(), u_id: z.number() });

/** OPC-51, OPC-54: what stands in the place of an e-mail, as who adds the patient made it up. */
const placeholderContact = z
  .string()
  .overwrite((value) => value.trim().toLowerCase())
  .refine(isPlaceholder, 'must be a placeholder, patient-{uuid}@no-email.invalid');

/** CAD-05, PNW-11: with the account of the patient in the same call (OPC-55). An empty or missing e-mail gets a placeholder. */
export const addPatient = endpoint({
  method: 'POST',
  path: '/patients',
  summary: 'A person adds a patient, who is pending',
  access,
  creates: true,
  body: z.strictObject({
    firstName: nameOf('First Name'),
    lastName: nameOf('Last Name'),
    email: emailOf().nullish(),
    phone,
    gender,
    dateOfBirth,
    hasCase: z.literal([0, '0']).optional(),
    /** PNW-11: a new patient is pending, and nothing else. */
    status: z.literal([0, '0']).optional(),
    userType: z.literal([1, '1']).optional(),
  }),
  reply: created,
});

/** CAD-06, PNW-13, OPC-54. */
export const addPatientWithoutContact = endpoint({
  method: 'POST',
  path: '/v2/patients',
  summary: 'A person adds a patient who has neither phone nor e-mail',
  access: { ...access, module: 'NurseReorder' },
  creates: true,
  body: z.strictObject({
    mainContact: z.strictObject({ type: z.literal('email'), value: placeholderContact }).nullish(),
    userAttributes: attributes(['fname', 'lname', 'dob', 'gender']),
  }),
  reply: created,
});

const preferredContact = z.literal([0, 1, 3, -1]);

export const patient = z.object({
  u_ID: z.number(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: day,
  gender: z.literal([0, 1, 2]),
  /** A placeholder where there is none (OPC-51). */
  email: z.string(),
  phone: z.string().nullable(),
  status,
  patientType,
  /** OPC-50: 1 is shown as a tag and has no effect. */
  hibernationStatus: z.literal([0, 1]),
  /** As in the patient's account (PRF-03). */
  preferredContact: preferredContact.optional(),
  version: z.number(),
});
export type Patient = z.output<typeof patient>;

/** CAD-01. */
export const readPatient = endpoint({
  method: 'GET',
  path: '/patients',
  summary: 'A person reads a patient',
  access,
  query: z.strictObject({ u_id }),
  reply: z.object({ patient }),
  failure: 'There was a problem retrieving patient info.',
});

/** CAD-02, PRF-12. */
export const changePatient = endpoint({
  method: 'PUT',
  path: '/patients',
  summary: 'A person changes a patient’s profile',
  access,
  body: z.strictObject({
    u_id,
    username: z.string().max(200),
    userAttributes: attributes([
      'phone_number',
      'phone_number_verified',
      'email',
      'email_verified',
      'given_name',
      'family_name',
      'birthdate',
    ]),
    /** PRV-08: what waits by a way that is wanted no more is not sent. */
    preferredContact: oneOf([0, 1, 3, -1]).optional(),
    version,
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to update patient info',
});

/** P11-15: kept with the act, as it was written; without one the act itself is. */
const reason = text(longest.reason).optional();

/** PST-06: status actions are for those with root access. */
const withRootAccess = { ...access, reach: 'company' } as const;

/** CAD-04, PST-08: Activate and Enable. */
export const setPatientStatus = endpoint({
  method: 'PUT',
  path: '/patients/status',
  summary: 'A person with root access activates or enables a patient',
  access: withRootAccess,
  body: z.strictObject({ u_id, new_status: z.enum(['active', 'pending']), reason, version }),
  reply: done,
  failure: "There was an error while trying to update the patient's status. Please try again later.",
});

/** CAD-03, PST-09: Deactivate and Remove. */
export const removePatient = endpoint({
  method: 'DELETE',
  path: '/patients',
  summary: 'A person with root access deactivates or removes a patient',
  access: withRootAccess,
  query: z.strictObject({ u_id, removal_type: z.enum(['deactivate', 'remove']), reason, version }),
  reply: done,
  failure: 'There was an error while trying to deactivate the patient. Please try again later.',
});

/** CAD-11, PRF-03. `userConfirmed` is 1 once the patient has confirmed their account. */
export const readPatientUser = endpoint({
  method: 'GET',
  path: '/user',
  summary: 'A person reads what a patient’s account says',
  access,
  query: z.strictObject({ u_id }),
  reply: z.object({
    user: z.object({
      u_id: z.number(),
      username: z.string(),
      userConfirmed: flag,
      lastLogin: instant.nullable(),
      preferredContact,
    }),
  }),
  failure: 'There was a problem retrieving patient info.',
});

/** CAD-08: 403 for a patient of the same company who is in none of one's groups (PCG-15). */
export const listPatientGroups = endpoint({
  method: 'GET',
  path: '/patient/care-groups',
  summary: 'A person reads in which care groups a patient is',
  access,
  query: z.strictObject({ u_id }),
  atMost: 1_000,
  reply: z.object({
    groups: z.array(
      z.object({
        gId: z.number(),
        parentId: z.number().nullable(),
        groupName: z.string(),
        displayName: z.string(),
        timeAdded: instant,
      }),
    ),
  }),
  failure: "Unable to retrieve patient's care groups.",
});

/** CAD-09: joining twice is a 409. */
export const addToGroup = endpoint({
  method: 'POST',
  path: '/patient/care-groups',
  summary: 'A person adds a patient to a care group',
  access,
  creates: true,
  body: z.strictObject({ u_id, g_id: recordId('care_group') }),
  reply: done,
  failure: 'There was an error while trying to add the group. Please try again later.',
});

/** CAD-10: a group the patient is not in is a 404. */
export const removeFromGroup = endpoint({
  method: 'DELETE',
  path: '/patient/care-groups',
  summary: 'A person takes a patient out of a care group',
  access,
  query: z.strictObject({ u_id, g_id: recordId('care_group') }),
  reply: done,
  failure: 'There was an error while trying to remove the group. Please try again later.',
});
