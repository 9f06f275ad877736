/**
 * Links in mails and texts end with the address, the number or the way that they were sent by: each room gives the house how it ends its
 * own.
 */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';
import type { Actor } from '#platform/security/viewer.ts';

type OfPatient = [act: Act<Actor>, patientId: number];

/** Runs while the patient is held, before what waits for the old address is taken back. The next message carries another link. */
const ending = doneByRooms<OfPatient>();
export const endsLinksOfPatients = ending.give;
/** Ends all links that lead a patient in. */
export const endLinks = ending.all;

/** Runs when the date of birth is corrected: what was begun behind the earlier one may be a stranger's. */
const droppingBegun = doneByRooms<OfPatient>();
export const dropsWhatWasBegun = droppingBegun.give;
/** Takes away what the patient has begun on pages of their own and not sent. */
export const dropWhatWasBegun = droppingBegun.all;

export interface Anew {
  /** By these alone, of assessments, where links go on and are wanted by other ways besides. A conversation is told of by all. */
  ways?: readonly ('Email' | 'Text')[];
  /** Those alone that wrong dates of birth have used up: the others still open. */
  spentAlone?: boolean;
}

/** Runs after that, so that what is sent anew stays. */
const sendingAnew = doneByRooms<[...OfPatient, which: Anew]>();
export const sendsLinksAnew = sendingAnew.give;
/** Sends links that open, where others have ended. */
export const sendLinksAnew = sendingAnew.all;
