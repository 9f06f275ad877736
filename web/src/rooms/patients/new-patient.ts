/** What the dialog holds while a patient is typed in, what is wrong with it, and what is sent (PNW-01 to PNW-13). */
import type { addPatient, addPatientWithoutContact } from '@portal/contract/patients/endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import { dateOfBirth, emailOf, gender, nameOf, toAttributes } from '@portal/contract/patients/fields.ts';
import { dayOfTyped, phoneOfTyped } from '@portal/contract/patients/rules.ts';
import type { z } from 'zod';
import { today } from '#kit/today.ts';

export interface Draft {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  gender: string;
  noContact: boolean;
}
export const emptyDraft: Draft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dateOfBirth: '',
  gender: '',
  noContact: false,
};
export const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Mobile Phone',
  dateOfBirth: 'Date of Birth',
  gender: 'Gender',
  noContact: 'No Contact Information',
} as const satisfies Record<keyof Draft, string>;
export interface Problem {
  field: keyof Draft;
  message: string;
}

/** CCN-09: of what is typed as a phone or a birth date. */
const longestTyped = 20;

/** PNW-09: what is wrong first, in the order of the dialog; null where nothing is. */
export function firstProblem(draft: Draft): Problem | null {
  const said = (field: keyof Draft, schema: z.ZodType, value: unknown): Problem | null => {
    const message = schema.safeParse(value).error?.issues[0]?.message;
    return message === undefined ? null : { field, message };
  };
  return (
    said('firstName', nameOf(labels.firstName), draft.firstName) ??
    said('lastName', nameOf(labels.lastName), draft.lastName) ??
    (draft.noContact
      ? null
      : (said('email', emailOf(), draft.email) ?? typedProblem('phone', draft.phone, phoneOfTyped))) ??
    typedProblem('dateOfBirth', draft.dateOfBirth, pastDay) ??
    said('gender', gender, draft.gender)
  );
}

/** OPC-57: a day of the calendar, not in the future; the server takes none before 1850. */
const pastDay = (typed: string): string | null => {
  const day = dayOfTyped(typed);
  return day !== null && day <= today() && dateOfBirth.safeParse(day).success ? day : null;
};

function typedProblem(
  field: 'phone' | 'dateOfBirth',
  given: string,
  read: (typed: string) => string | null,
): Problem | null {
  const typed = given.trim();
  const label = labels[field];
  if (typed === '') return { field, message: `${label} is required` };
  if (typed.length > longestTyped)
    return { field, message: `${label} is too long (maximum is ${longestTyped} characters)` };
  return read(typed) === null ? { field, message: `${label} is invalid` } : null;
}

const sentGender = ({ gender: code }: Draft) => code as '0' | '1' | '2';
const bornOn = ({ dateOfBirth: typed }: Draft): string => dayOfTyped(typed.trim()) ?? '';

/** PNW-11. */
export const bodyOf = (draft: Draft) =>
  ({
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    email: draft.email.trim(),
    phone: phoneOfTyped(draft.phone.trim()) ?? '',
    gender: Number(sentGender(draft)) as 0 | 1 | 2,
    dateOfBirth: bornOn(draft),
    hasCase: 0,
    status: 0,
    userType: 1,
  }) satisfies Wire<typeof addPatient.body>;

/** PNW-13, OPC-54. */
export const bodyWithoutContact = (draft: Draft, placeholder: string) =>
  ({
    mainContact: { type: 'email', value: placeholder },
    userAttributes: toAttributes({
      fname: draft.firstName.trim(),
      lname: draft.lastName.trim(),
      dob: bornOn(draft),
      gender: sentGender(draft),
    }) as never,
  }) satisfies Wire<typeof addPatientWithoutContact.body>;

/** What similar patients are looked for by; null before there is enough to look for. */
export function likenessOf(draft: Draft) {
  const [firstName, lastName] = [draft.firstName.trim(), draft.lastName.trim()];
  const day = pastDay(draft.dateOfBirth.trim());
  if (!day || !nameOf('').safeParse(firstName).success || !nameOf('').safeParse(lastName).success) return null;
  const phone = draft.noContact ? null : phoneOfTyped(draft.phone.trim());
  return { firstName, lastName, dateOfBirth: day, ...(phone && { phone }) };
}
