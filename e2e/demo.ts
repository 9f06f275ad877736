/** What the demo data says, read from where it is kept. */
import { participants } from '../server/src/demo/meridian.ts';

/** Names and subject numbers of everybody in the demo's trial: what a wholesaler must never get. */
export const demoParticipants = Object.values(participants).flatMap((people, site) =>
  people.map(([firstName, lastName], i) => ({
    firstName,
    lastName,
    subjectNumber: `${site + 1}01-${String(i + 1).padStart(3, '0')}`,
  })),
);
