/** What a patient's data must look like, and which way a patient may go (PNW-04 to PNW-08, PRF-06 to PRF-09, PST-01 to PST-04). */
import type { Person } from '../access.ts';

/** Where a patient is changed; it stands in the history of how they are written to (PRV-08). */
export const profilePage = '/patient';
/** Where a patient is led by a link, and chooses for themselves; it stands in the same history. */
export const ownPage = '/respond';

/** So many groups can be asked for in one list; without any it is of all that one sees. */
export const mostGroupsAsked = 100;

/** As `patient.status` and `patient_status` say it (OPC-48); 'removed' is on no wire. */
export const patientStatuses = { active: 1, pending: 0, deactivated: -1 } as const;
export type PatientStatus = keyof typeof patientStatuses;
export const statusOfCode = (code: number): PatientStatus =>
  code === 1 ? 'active' : code === 0 ? 'pending' : 'deactivated';

/** PRF-02. */
export const patientTypes = { 1: 'Portal', 2: 'Non-Portal', 3: 'Non-Digital' } as const;
export type PatientType = keyof typeof patientTypes;
/** PRF-04: there is no code 2. */
export const preferredContacts = { 0: 'Email', 1: 'Text', 3: 'Text & Email', [-1]: 'None' } as const;
export type PreferredContact = 0 | 1 | 3 | -1;
/** By which ways each of them has a patient written to (OPC-25). */
export const waysWanted: Record<PreferredContact, readonly ('Email' | 'Text')[]> = {
  0: ['Email'],
  1: ['Text'],
  3: ['Email', 'Text'],
  [-1]: [],
};
/** Those of somebody with this on record: "None" always, since it may be a stranger's. */
export const contactsWith = ({ email, phone }: { email: string | null; phone: string | null }): PreferredContact[] =>
  ([0, 1, 3, -1] as const).filter((code) =>
    waysWanted[code].every((way) => (way === 'Email' ? email !== null && !isPlaceholder(email) : phone !== null)),
  );
/** PNW-06. */
export const genders = { 0: 'Male', 1: 'Female', 2: 'Other/Prefer not to say' } as const;
/** CCN-28: the lists of the group selector beside the care groups, with what each asks for (OPC-49). */
export const patientLists = [
  { value: -2, label: 'Non-Portal Patients', query: { patient_type: 2 } },
  { value: -4, label: 'Non-Digital Patients', query: { patient_type: 3 } },
  { value: 0, label: 'Pending Patients', query: { patient_status: 0 } },
  { value: -1, label: 'Deactivated Patients', query: { patient_status: -1 } },
] as const;

export type PatientStep = 'activate' | 'deactivate' | 'enable' | 'remove';
const steps: Record<PatientStep, { from: readonly PatientStatus[]; to: PatientStatus | 'removed' }> = {
  activate: { from: ['pending'], to: 'active' },
  deactivate: { from: ['pending', 'active'], to: 'deactivated' },
  enable: { from: ['deactivated'], to: 'pending' },
  remove: { from: ['deactivated'], to: 'removed' },
};
export const canStep = (step: PatientStep, from: PatientStatus): boolean => steps[step].from.includes(from);
export const statusAfter = (step: PatientStep): PatientStatus | 'removed' => steps[step].to;
/** What the screen offers for a patient of this status (PST-01 to PST-03). */
export const stepsFrom = (from: PatientStatus): PatientStep[] =>
  (Object.keys(steps) as PatientStep[]).filter((step) => canStep(step, from));
/** PST-06, OPC-60: who sees the whole company, as `reach: 'company'` has it. */
export const hasRootAccess = ({ seesWholeCompany }: Pick<Person, 'seesWholeCompany'>): boolean => seesWholeCompany;

/** PST-10, CER-36. */
export const messages = {
  added: 'Patient successfully added. Now in pending patients.',
  activate: 'Patient is now active!',
  enable: 'Patient is now pending!',
  deactivate: 'Patient deactivated!',
  remove: 'Patient removed!',
  outOfReach: 'Provider no longer has access to this patient.',
} as const;

/** CCN-09; of a reason no row says it. */
export const longest = { name: 32, email: 150, reason: 500 } as const;
/** OPC-52: in calls +1 and ten digits. */
export const isPatientPhone = (value: string): boolean => /^\+1\d{10}$/.test(value);
/** On screen ddd-ddd-dddd (PRF-09). */
export const shownPhone = (phone: string | null): string =>
  phone ? phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3') : 'N/A';
/** The phone of calls for what was typed as ddd-ddd-dddd; null where it is not one. */
export const phoneOfTyped = (typed: string): string | null =>
  /^\d{3}-\d{3}-\d{4}$/.test(typed) ? `+1${typed.replaceAll('-', '')}` : null;
/** Digits become ddd-ddd-dddd while they are typed. */
export const maskPhone = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
};

/** On screen MM/DD/YYYY (PCG-02). */
export const shownBirthDate = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
/** The day that was typed as MM/DD/YYYY; null where there is none (OPC-57). */
export function dayOfTyped(typed: string): string | null {
  const [, month, date, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed) ?? [];
  const day = `${year}-${month}-${date}`;
  return year && isDay(day) ? day : null;
}
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return day >= '0001-01-01' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

/** OPC-51: stands where a patient has no e-mail, and is shown as "N/A". */
export const isPlaceholder = (email: string): boolean => /^patient-[0-9a-f-]{36}@no-email\.invalid$/.test(email);
export const shownEmail = (email: string): string => (email === '' || isPlaceholder(email) ? 'N/A' : email);

/** So many rows a page has at most (SEC-27). */
export const largestPage = 100;
/** A search finds so many at most; who looks for one patient among more types more. */
export const mostFound = 2_000;
/** An import brings so many at most. */
export const mostImported = 1_000;
/** What a file of an import names in its first line, in any order. */
export const importColumns = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'gender',
  'phone',
  'email',
  'patientType',
] as const;

/** What a file says for a gender or a type: its word or its code. Gender 2 has a long word, and "Other" stands for it too. */
export const genderOfTyped = (typed: string): string =>
  typed.toLowerCase() === 'other' ? '2' : codeOfWord(genders, typed);
export const patientTypeOfTyped = (typed: string): string => codeOfWord(patientTypes, typed);
/** In any case; what is no word stays as it is. */
const codeOfWord = (words: Readonly<Record<number, string>>, typed: string): string =>
  Object.entries(words).find(([, word]) => word.toLowerCase() === typed.toLowerCase())?.[0] ?? typed;
