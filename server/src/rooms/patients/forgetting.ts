/** What goes with a removed patient (PRV-03): each room gives the house what it erases of its own rows. */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the patient is held and still in sight, with the reason of whoever removes them (P11-15). What is under retention stays. */
const given = doneByRooms<[act: Act, patientId: number, reason: string]>();
export const forgetsPatients = given.give;

/** All that the house erases of a patient. */
export const forgetPatient = given.all;
