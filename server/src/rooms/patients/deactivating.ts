/** What ends as a patient is deactivated (OPC-58): each room gives the house what it ends of its own. */
import type { Act } from '#platform/act/act.ts';
import { doneByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the patient is held and still in sight. */
const given = doneByRooms<[act: Act, patientId: number]>();
export const endsWithPatients = given.give;

/** Ends all that a deactivated patient does not have any more. */
export const endWithPatient = given.all;
