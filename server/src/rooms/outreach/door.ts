/** What later rooms may use of the outreach. */
export { brandOf } from './brand-of-patient.ts';
export { failingWays, reachOfPatient, takesTexts, waysOf, waysTo } from './reach-patient.ts';
export { remindPatient } from './remind-patient.ts';
export { tellPatientsDue } from './tell-patients.ts';
export { wayOut } from './letters.ts';
