/** What goes with a removed participant (PRV-03): each room gives the house what it takes away of its own. */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the participant is held and still in sight, with the reason of whoever removes them (P11-15). What is under retention stays. */
const given = doneByRooms<[act: Act, participantId: number, reason: string]>();
export const forgetsParticipants = given.give;

/** All that the rooms of the house take away of a participant. */
export const forgetParticipant = given.all;
