/** What later rooms may use of the follow-ups. */
export { overdueFollowUps } from './queries.ts';
export { type NewFollowUp, scheduleFollowUp } from './schedule-follow-up.ts';
