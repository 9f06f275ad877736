/** What later rooms may use of the schedules. */
export { makeDueEvents, makeDueEventsIn, portal as portalItself, tellPatients } from './materialise.ts';
export { groupsAreInSight } from './queries.ts';
export { tellGroups } from './tell.ts';
export { daysOf } from './zone-days.ts';
