/** What the form of a patient's profile holds, and what becomes of it (PRF-06 to PRF-13, OPC-51, OPC-52). */
import type { Patient } from '@portal/contract/patients/endpoints.ts';
import { emailOf, nameOf } from '@portal/contract/patients/fields.ts';
import {
  contactsWith,
  dayOfTyped,
  phoneOfTyped,
  type PreferredContact,
  preferredContacts,
  shownBirthDate,
  shownEmail,
  shownPhone,
} from '@portal/contract/patients/rules.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { today } from '#kit/today.ts';

export const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  birthdate: 'Date of Birth',
  email: 'Email',
  phone: 'Phone',
  preferredContact: 'Preferred Contact',
};
/** A server of the release before says nothing of the preferred contact: it is '' then, and neither shown nor sent. */
export type Draft = Record<Exclude<keyof typeof labels, 'preferredContact'>, string> & {
  preferredContact: PreferredContact | '';
};
const none = 'N/A';

export const draftOf = (patient: Patient): Draft => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  birthdate: shownBirthDate(patient.dob),
  email: shownEmail(patient.email),
  phone: shownPhone(patient.phone),
  preferredContact: patient.preferredContact ?? '',
});

/** What can be chosen of somebody who has what the form says; what stands already, also where it leads nowhere. */
export const contactsOf = ({ email: typed, phone, preferredContact: chosen }: Draft, patient: Patient) => {
  const isTyped = typed.trim() !== none && typed.trim() !== '';
  const known = contactsWith({
    email: isTyped ? typed : patient.email,
    phone: phoneOfTyped(phone.trim()) ?? patient.phone,
  });
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
};

/** What is said of how the patient is written to. Of somebody whom nothing reached it follows what they are given, until it is chosen. */
export const contactNow = (draft: Draft, patient: Patient, isChosen: boolean): Draft['preferredContact'] => {
  const [reachedBy] = contactsOf(draftOf(patient), patient);
  const follows = !isChosen && patient.preferredContact === -1 && reachedBy === -1;
  return follows ? (contactsOf(draft, patient)[0] ?? -1) : draft.preferredContact;
};

type Problems = Partial<Record<keyof Draft, string>>;
const name = { firstName: nameOf('First Name'), lastName: nameOf('Last Name') };
const email = emailOf('Email is required');

export function problemsIn(draft: Draft, before: Draft): Problems {
  const problems: Problems = {};
  for (const field of ['firstName', 'lastName'] as const) {
    const wrong = name[field].safeParse(draft[field]).error?.issues[0]?.message;
    if (wrong) problems[field] = wrong;
  }
  const day = dayOfTyped(draft.birthdate.trim());
  if (draft.birthdate.trim() === '') problems.birthdate = 'Date of Birth is required';
  else if (!day || day < '1850-01-01' || day > today()) problems.birthdate = 'Date of Birth is invalid';
  const noEmail = draft.email.trim() === none;
  const wrongEmail = noEmail ? undefined : email.safeParse(draft.email).error?.issues[0]?.message;
  if (wrongEmail) problems.email = wrongEmail;
  if (draft.phone.trim() === '') problems.phone = 'Phone is required';
  else if (draft.phone !== before.phone && !phoneOfTyped(draft.phone.trim())) problems.phone = 'Phone is invalid';
  return problems;
}

type Name =
  | 'given_name'
  | 'family_name'
  | 'birthdate'
  | 'email'
  | 'email_verified'
  | 'phone_number'
  | 'phone_number_verified';

/** An "N/A" leaves an e-mail that is on record where it is. */
export const keepsEmail = (draft: Draft, before: Draft): boolean =>
  draft.email.trim() === none && before.email !== none;

/** PRF-12. An "N/A" is left out; what is sent counts as verified. */
export function attributesOf(draft: Draft): { Name: Name; Value: string }[] {
  const phone = phoneOfTyped(draft.phone.trim());
  const given: Partial<Record<Name, string>> = {
    given_name: draft.firstName.trim(),
    family_name: draft.lastName.trim(),
    birthdate: dayOfTyped(draft.birthdate.trim()) ?? '',
    ...(draft.email.trim() === none ? {} : { email: draft.email.trim().toLowerCase(), email_verified: 'true' }),
    ...(phone === null ? {} : { phone_number: phone, phone_number_verified: 'true' }),
  };
  return (Object.entries(given) as [Name, string][]).map(([Name, Value]) => ({ Name, Value }));
}

const fieldOf: Record<string, keyof Draft> = {
  given_name: 'firstName',
  family_name: 'lastName',
  birthdate: 'birthdate',
  email: 'email',
  phone_number: 'phone',
  preferredContact: 'preferredContact',
};
/** The server's words about fields, put at the fields of the form. */
export const serverProblems = (fields: Record<string, string>): Problems =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, message]) => {
      const field = fieldOf[path.split('.').at(-1) ?? ''];
      return field ? [[field, message]] : [];
    }),
  );

/** What of an edit is told where someone else has changed the patient. */
export const draftFields: DraftFields<Draft> = {
  labels,
  shown: (draft, field) => (field === 'preferredContact' ? contactWord(draft) : draft[field]),
};
const contactWord = ({ preferredContact: code }: Draft): string => (code === '' ? '' : preferredContacts[code]);
