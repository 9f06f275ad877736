/** The steps that a patient's status can take, in words (PST-01 to PST-05, PST-10). */
import type { PatientStep } from '@portal/contract/patients/rules.ts';

export const stepWords: Record<PatientStep, string> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  enable: 'Enable',
  remove: 'Remove',
};
