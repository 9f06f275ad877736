/** Links in mails and texts end with the address or number that they were sent to: each room gives the house how it ends its own. */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';
import type { Actor } from '#platform/security/viewer.ts';

type OfPatient = [act: Act<Actor>, patientId: number];

/** Runs while the patient is held, before what waits for the old address is taken back. The next message carries another link. */
const ending = doneByRooms<OfPatient>();
export const endsLinksOfPatients = ending.give;
/** Ends all links that lead a patient in. */
export const endLinks = ending.all;

/** Runs after that, so that what is sent anew stays. */
const sendingAnew = doneByRooms<OfPatient>();
export const sendsLinksAnew = sendingAnew.give;
/** Sends other links than those that have ended. */
export const sendLinksAnew = sendingAnew.all;
