/** Links in mails and texts end with the address or number that they were sent to: each room gives the house how it ends its own. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Runs while the patient is held. The next message carries another link. */
export type EndsLinks = (act: Act<Actor>, patientId: number) => Promise<void>;

const given = givenByRooms<EndsLinks>();
export const endsLinksOfPatients = given.give;

/** Ends all links that lead a patient in. */
export const endLinks =
  (house: Pick<House, 'duties'>): EndsLinks =>
  async (act, patientId) => {
    for (const ends of given.of(house)) await ends(act, patientId);
  };
