/** What later rooms may use of the outreach. */
export { remindPatient } from './remind-patient.ts';
export { tellPatientsDue } from './tell-patients.ts';
