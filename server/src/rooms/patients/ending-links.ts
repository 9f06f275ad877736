/** Links in mails and texts end with the address or number that they were sent to: each room gives the house how it ends its own. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Runs while the patient is held. The next message carries another link. */
export type EndsLinks = (act: Act<Actor>, patientId: number) => Promise<void>;

const given = new WeakMap<House['duties'], EndsLinks[]>();

export const endsLinksOfPatients = ({ duties }: Pick<House, 'duties'>, ends: EndsLinks): void =>
  void given.set(duties, [...(given.get(duties) ?? []), ends]);

/** Ends all links that lead a patient in. */
export const endLinks =
  ({ duties }: Pick<House, 'duties'>): EndsLinks =>
  async (act, patientId) => {
    for (const ends of given.get(duties) ?? []) await ends(act, patientId);
  };
