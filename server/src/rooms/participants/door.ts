/** What later rooms may use of the participants. */
export { addParticipant, type GivenParticipant } from './add-participant.ts';
export { setParticipantStatus } from './change-participant.ts';
