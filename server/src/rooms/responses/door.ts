/** What later rooms may use of the responses. */
export { closeFlag } from './change-flag.ts';
export { codeForEvent, opensAssessment } from './codes.ts';
export { openFlagged } from './flag-queries.ts';
export { hashOfCode, isPass, passFor, sameOrNewCode } from './link-codes.ts';
export { patientActor } from './patient-actor.ts';
export { hasAssessments, hasSpentLink, holdAnywherePatient, opensOn } from './respond-queries.ts';
export { type GivenResponse, storeResponse } from './store-response.ts';
