/** What ends as a patient is deactivated (OPC-58): each room gives the house what it ends of its own. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the patient is held and still in sight. */
export type Deactivates = (act: Act, patientId: number) => Promise<void>;

const given = givenByRooms<Deactivates>();
export const endsWithPatients = given.give;

/** Ends all that a deactivated patient does not have any more. */
export const endWithPatient =
  (house: Pick<House, 'duties'>): Deactivates =>
  async (act, patientId) => {
    for (const ends of given.of(house)) await ends(act, patientId);
  };
