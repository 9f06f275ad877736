/** What goes with a removed patient (PRV-03): each room gives the house what it erases of its own rows. */
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';

/** Runs while the patient is held and still in sight. What is under retention stays. */
export type Forgets = (act: Act, patientId: number) => Promise<void>;

const given = new WeakMap<House['duties'], Forgets[]>();

export const forgetsPatients = ({ duties }: Pick<House, 'duties'>, forgets: Forgets): void =>
  void given.set(duties, [...(given.get(duties) ?? []), forgets]);

/** All that the house erases of a patient. */
export const forgetPatient =
  ({ duties }: Pick<House, 'duties'>): Forgets =>
  async (act, patientId) => {
    for (const forgets of given.get(duties) ?? []) await forgets(act, patientId);
  };
