/** What goes with a removed participant (PRV-03): each room gives the house what it takes away of its own. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';

/** Runs while the participant is held and still in sight. What is under retention stays. */
export type Forgets = (act: Act, participantId: number) => Promise<void>;

const given = givenByRooms<Forgets>();
export const forgetsParticipants = given.give;

/** All that the rooms of the house take away of a participant. */
export const forgetParticipant =
  (house: Pick<House, 'duties'>): Forgets =>
  async (act, participantId) => {
    for (const forgets of given.of(house)) await forgets(act, participantId);
  };
