/** What was held in the screen of medications, allergies and goals, stored with the response or not at all (REL-02, ANS-09). */
import type { Ours } from '@portal/contract/endpoint.ts';
import { addAllergy, addGoal, addMedication } from '@portal/contract/patient-records/endpoints.ts';
import type { submitResponse } from '@portal/contract/responses/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { failFields } from '#platform/core/fail.ts';
import { addPart, changePart, goalFields, medicationFields, removePart } from '#rooms/patient-records/door.ts';

type Submitted = Ours<typeof submitResponse.body>;
export type Held = Pick<Submitted, 'medicationChanges' | 'allergyChanges' | 'goalChanges'>;
type One = NonNullable<Held['medicationChanges'] | Held['goalChanges']>[number];
type Fields = Readonly<Record<string, unknown>>;
type Kind = 'patient_medication' | 'patient_allergy' | 'patient_goal';

/** Each list, what its rows are, and what the call of its own screen takes. */
const lists = [
  ['medicationChanges', 'patient_medication', addMedication.body, medicationFields],
  ['allergyChanges', 'patient_allergy', addAllergy.body, medicationFields],
  ['goalChanges', 'patient_goal', addGoal.body, goalFields],
] as const;

export async function storeHeld(act: Act, patientId: number, held: Held): Promise<void> {
  for (const [list, kind, body, asFields] of lists)
    for (const [at, one] of (held[list] ?? []).entries()) {
      const where = `${list}.${at}`;
      const { operation, id, version, ...given } = one as One;
      const fields = () => {
        const read = body.safeParse({ ...given, u_id: patientId });
        if (read.success) return asFields(read.data as never) as Fields;
        throw failFields(
          Object.fromEntries(read.error.issues.map(({ path, message }) => [`${where}.${path.join('.')}`, message])),
        );
      };
      if (operation === 'add') await addPart(act, kind, patientId, fields());
      else
        await changeHeld(
          act,
          kind,
          { patientId, id: idOf(where, id), version },
          operation === 'update' ? fields() : null,
        );
    }
}

function idOf(where: string, id: number | undefined): number {
  if (id === undefined) throw failFields({ [`${where}.id`]: 'is required' });
  return id;
}

async function changeHeld(
  act: Act,
  kind: Kind,
  part: { patientId: number; id: number; version: number | undefined },
  fields: Fields | null,
): Promise<void> {
  // Whoever is refused as stale reads the record anew by its own call.
  const present = () => ({ id: part.id });
  if (fields) await changePart(act, kind, part, { fields, present });
  else await removePart(act, kind, part, present);
}
