/** What was held in the screen of medications, allergies and goals, stored with the response or not at all (REL-02, ANS-09). */
import type { Ours } from '@portal/contract/endpoint.ts';
import { addAllergy, addGoal, addMedication } from '@portal/contract/patient-records/endpoints.ts';
import type { submitResponse } from '@portal/contract/responses/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { Failed, failFields } from '#platform/core/fail.ts';
import {
  addPart,
  changePart,
  goalFields,
  medicationFields,
  removePart,
  wasRemoved,
} from '#rooms/patient-records/door.ts';

type Submitted = Ours<typeof submitResponse.body>;
export type Held = Pick<Submitted, 'medicationChanges' | 'allergyChanges' | 'goalChanges'>;
type One = NonNullable<Held['medicationChanges'] | Held['goalChanges']>[number];
type Fields = Readonly<Record<string, unknown>>;

/** Each list, what its rows are and are called, and what the call of its own screen takes. Goals come after what they speak of. */
const lists = [
  ['medicationChanges', 'patient_medication', 'A medication', addMedication.body, medicationFields],
  ['allergyChanges', 'patient_allergy', 'An allergy', addAllergy.body, medicationFields],
  ['goalChanges', 'patient_goal', 'A goal', addGoal.body, goalFields],
] as const;
type Kind = (typeof lists)[number][1];

export async function storeHeld(act: Act, patientId: number, held: Held): Promise<void> {
  const medIds = new Map<string, number>();
  for (const [list, kind, called, body, asFields] of lists)
    for (const [at, one] of (held[list] ?? []).entries()) {
      const where = `${list}.${at}`;
      const { operation, id, version, ...given } = named(one as One, medIds);
      const fields = () => {
        const read = body.safeParse({ ...given, u_id: patientId });
        if (read.success) return asFields(read.data as never) as Fields;
        throw failFields(
          Object.fromEntries(read.error.issues.map(({ path, message }) => [`${where}.${path.join('.')}`, message])),
        );
      };
      if (operation === 'add') {
        const added = fields();
        const addedId = await addPart(act, kind, patientId, added);
        if (kind === 'patient_medication') medIds.set(added['name'] as string, addedId);
      } else {
        const part = { patientId, id: idOf(where, id), version };
        await changeHeld(act, { kind, called, list }, part, operation === 'update' ? fields() : null);
      }
    }
}

/** A goal that speaks of a medication by its name alone means the one that is added with it. */
const named = (one: One, medIds: ReadonlyMap<string, number>): One => {
  if (!('medName' in one) || !one.medName || typeof one.medId === 'number') return one;
  return { ...one, medId: medIds.get(one.medName.trim()) };
};

function idOf(where: string, id: number | undefined): number {
  if (id === undefined) throw failFields({ [`${where}.id`]: 'is required' });
  return id;
}

/** What was removed meanwhile need not be removed, and cannot be changed. */
async function changeHeld(
  act: Act,
  { kind, called, list }: { kind: Kind; called: string; list: string },
  part: { patientId: number; id: number; version: number | undefined },
  fields: Fields | null,
): Promise<void> {
  const detail = { list, id: part.id };
  if (await wasRemoved(act.tx, kind, part)) {
    if (fields === null) return;
    const sentence = `${called} that you have changed here was removed meanwhile. Please undo your change.`;
    throw new Failed('response.held_gone', { sentence, detail });
  }
  // Whoever is refused as stale reads the record anew by its own call.
  const present = () => ({ id: part.id });
  try {
    if (fields) await changePart(act, kind, part, { fields, present });
    else await removePart(act, kind, part, present);
  } catch (failure) {
    if (!(failure instanceof Failed && failure.code === 'stale')) throw failure;
    const deed = fields ? 'changed' : 'removed';
    const sentence = `${called} that you have ${deed} here was changed by someone else meanwhile. Please keep or undo your change.`;
    throw new Failed('response.held_stale', { sentence, detail });
  }
}
