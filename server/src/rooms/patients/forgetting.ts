/** What goes with a removed patient (PRV-03): each room gives the house what it erases of its own rows. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the patient is held and still in sight. What is under retention stays. */
export type Forgets = (act: Act, patientId: number) => Promise<void>;

const given = givenByRooms<Forgets>();
export const forgetsPatients = given.give;

/** All that the house erases of a patient. */
export const forgetPatient =
  (house: Pick<House, 'duties'>): Forgets =>
  async (act, patientId) => {
    for (const forgets of given.of(house)) await forgets(act, patientId);
  };
