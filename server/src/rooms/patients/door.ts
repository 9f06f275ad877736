/** What later rooms may use of the patients. */
export { addPatient, type NewPatient } from './add-patient.ts';
export { endsWithPatients } from './deactivating.ts';
export { type Anew, dropsWhatWasBegun, endsLinksOfPatients, sendsLinksAnew } from './ending-links.ts';
export { forgetsPatients } from './forgetting.ts';
export { ofPatientsInGroups, patientsInGroups } from './in-groups.ts';
export { joinGroup, leaveGroup } from './join-group.ts';
export { careGroupsOf, groupNames, isOfCompany, lockVisible, one as patientOf, otherGroup } from './queries.ts';
export { setPatientStatus } from './set-status.ts';
export { listedTo, type PatientSight, patientInSight } from './sight.ts';
export { tellOfPatient } from './tell.ts';
export { fromTrail, type TimelineLooker, type TimelineSource, tellsTimeline } from './timeline-sources.ts';
