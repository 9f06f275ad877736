/** What later rooms may use of the follow-ups. */
export { type NewFollowUp, scheduleFollowUp } from './schedule-follow-up.ts';
