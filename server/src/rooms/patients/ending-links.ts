/** Links in mails and texts end with the address or number that they were sent to: each room gives the house how it ends its own. */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Runs while the patient is held. The next message carries another link. */
const given = doneByRooms<[act: Act<Actor>, patientId: number]>();
export const endsLinksOfPatients = given.give;

/** Ends all links that lead a patient in. */
export const endLinks = given.all;
