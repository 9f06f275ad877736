/** The steps that a patient's status can take, and what each means, in words (PST-01 to PST-05, PST-10). */
import type { PatientStep } from '@portal/contract/patients/rules.ts';

export const stepWords: Record<PatientStep, string> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  enable: 'Enable',
  remove: 'Remove',
};
/** What was done to the patient. */
export const doneWords: Record<PatientStep, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  enable: 'enabled',
  remove: 'removed',
};
type Ending = 'deactivate' | 'remove';
export const isEnding = (step: PatientStep): step is Ending => step === 'deactivate' || step === 'remove';
/** Who sees afterwards what of the patient still waits for somebody. */
export const seenAfter: Record<Ending, string> = {
  deactivate: 'only people with root access see',
  remove: 'nobody sees',
};

/** P11-15: what takes a patient out of care or back into it. */
export const wantsReason = (step: PatientStep): boolean => step !== 'activate';

/** Said before it is done (OPC-58). */
export const consequences: Record<PatientStep, (name: string) => readonly string[]> = {
  activate: (name) => [`${name} becomes active, and is listed in their care groups.`, 'They can be deactivated again.'],
  deactivate: (name) => [
    `${name} leaves all care groups, their open reminders end, and they can no longer sign in.`,
    'Only people with root access still find them, under Deactivated Patients.',
    'They can be enabled again, and are then pending, without care groups.',
  ],
  enable: (name) => [
    `${name} becomes pending, not active.`,
    'They can then be added to care groups again, and be activated.',
  ],
  remove: (name) => [
    `${name} disappears from the portal for everybody. This cannot be undone.`,
    'Their name, birth date, phone, e-mail, addresses, contacts and numbers of insurances are erased.',
    'Documents that only they have are deleted where nobody has signed them, and what still waits for a signature is withdrawn.',
    'Their clinical history and what was signed are kept.',
  ],
};
