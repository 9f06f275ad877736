/** What later rooms may use of the participants. */
export { addParticipant } from './add-participant.ts';
export { askedNumber, isTheirs, presentAsked } from './asked-number.ts';
export { one as participantOf } from './queries.ts';
export { setParticipantStatus } from './change-participant.ts';
export { forgetsParticipants } from './forgetting.ts';
export { type GivenNumber, holdNumbers, whenNumberIsGiven } from './given-numbers.ts';
