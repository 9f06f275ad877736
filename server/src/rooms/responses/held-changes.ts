/** What was held in the screen of medications, allergies and goals, stored with the response or not at all (REL-02, ANS-09). */
import type { Ours } from '@portal/contract/endpoint.ts';
import { addAllergy, addGoal, addMedication } from '@portal/contract/patient-records/endpoints.ts';
import type { submitResponse } from '@portal/contract/responses/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { Failed, failFields } from '#platform/core/fail.ts';
import {
  addPart,
  changePart,
  goalFields,
  type HeldKind,
  medicationFields,
  partAddedAs,
  type PartRow,
  removePart,
  wasRemoved,
} from '#rooms/patient-records/door.ts';

type Submitted = Ours<typeof submitResponse.body>;
export type Held = Pick<Submitted, 'medicationChanges' | 'allergyChanges' | 'goalChanges'>;
type One = NonNullable<Held['medicationChanges'] | Held['goalChanges']>[number];
type Fields = Readonly<Record<string, unknown>>;

/** Each list, what its rows are and are called, and what the call of its own screen takes. Goals come after what they speak of. */
const lists = [
  ['medicationChanges', 'patient_medication', 'The medication', addMedication.body, medicationFields],
  ['allergyChanges', 'patient_allergy', 'The allergy', addAllergy.body, medicationFields],
  ['goalChanges', 'patient_goal', 'The goal', addGoal.body, goalFields],
] as const;
interface OfList {
  kind: HeldKind;
  called: string;
  list: string;
}

export async function storeHeld(act: Act, patientId: number, held: Held): Promise<void> {
  const medIds = new Map<string, number>();
  for (const [list, kind, called, body, asFields] of lists)
    for (const [at, one] of (held[list] ?? []).entries()) {
      const where = `${list}.${at}`;
      const { operation, id, version, heldKey, ...given } = named(one as One, medIds);
      const fields = () => {
        const read = body.safeParse({ ...given, u_id: patientId });
        if (read.success) return asFields(read.data as never) as Fields;
        throw failFields(
          Object.fromEntries(read.error.issues.map(({ path, message }) => [`${where}.${path.join('.')}`, message])),
        );
      };
      if (operation === 'add') {
        const added = fields();
        const addedId = await addHeld(act, { kind, called, list }, { patientId, heldKey }, added);
        if (kind === 'patient_medication') medIds.set(added['name'] as string, addedId);
      } else {
        const isOfAddition = operation === 'delete' && id === undefined && heldKey !== undefined;
        const addedId = isOfAddition ? (await partAddedAs(act.tx, kind, patientId, heldKey))?.id : undefined;
        // What never was added need not be removed.
        if (isOfAddition && addedId === undefined) continue;
        const part = { patientId, id: idOf(where, id ?? addedId), version };
        const changed = operation === 'update' ? fields() : null;
        await changeHeld(act, { kind, called, list }, part, changed);
        // One that was added before, and is changed by now, is spoken of by its name as well.
        if (changed && kind === 'patient_medication') medIds.set(changed['name'] as string, part.id);
      }
    }
}

/** A goal that speaks of a medication by its name alone means the one that is added, or changed, with it. */
const named = (one: One, medIds: ReadonlyMap<string, number>): One => {
  if (!('medName' in one) || !one.medName || typeof one.medId === 'number') return one;
  return { ...one, medId: medIds.get(one.medName.trim()) };
};

function idOf(where: string, id: number | undefined): number {
  if (id === undefined) throw failFields({ [`${where}.id`]: 'is required' });
  return id;
}

/** What an earlier try or another window has added is added already; where that was otherwise, the person looks at it first (REL-06). */
async function addHeld(
  act: Act,
  { kind, called, list }: OfList,
  { patientId, heldKey }: { patientId: number; heldKey: string | undefined },
  fields: Fields,
): Promise<number> {
  const there = heldKey === undefined ? undefined : await partAddedAs(act.tx, kind, patientId, heldKey);
  if (!there) return addPart(act, kind, patientId, fields, heldKey);
  const id = there.id;
  const detail = { list, id };
  if (there.row.removed_at !== null) {
    const sentence = `“${fields['name'] as string}” that you are adding here was already added, and has since been removed. Please remove it here. If it is needed, add it again.`;
    throw new Failed('response.held_gone', { sentence, detail });
  }
  if (!isSame(there.row, fields)) {
    const sentence = `${called} “${fields['name'] as string}” that you are adding here was already added, with other values. Please keep or undo your change.`;
    throw new Failed('response.held_stale', { sentence, detail });
  }
  return id;
}

/** Whether the record says what is given. A goal that has the name of its medication alone says nothing of its number. */
function isSame(row: Fields, fields: Fields): boolean {
  const { patient_medication_id: medId, ...others } = fields;
  return changesBetween(row, typeof medId === 'number' ? fields : others).length === 0;
}

/** What was removed meanwhile need not be removed, and cannot be changed. What stands there already need not be changed. */
async function changeHeld(
  act: Act,
  { kind, called, list }: OfList,
  part: { patientId: number; id: number; version: number | undefined },
  fields: Fields | null,
): Promise<void> {
  const detail = { list, id: part.id };
  if (await wasRemoved(act.tx, kind, part)) {
    if (fields === null) return;
    const sentence = `${called} “${fields['name'] as string}” that you have changed here was removed meanwhile. Please undo your change.`;
    throw new Failed('response.held_gone', { sentence, detail });
  }
  // Whoever is refused as stale reads the record anew by its own call.
  let standing: Fields = {};
  const present = (row: PartRow<HeldKind>) => {
    standing = row;
    return { id: part.id };
  };
  try {
    if (fields) await changePart(act, kind, part, { fields, present });
    else await removePart(act, kind, part, present);
  } catch (failure) {
    if (!(failure instanceof Failed && failure.code === 'stale')) throw failure;
    if (fields && isSame(standing, fields)) return;
    const deed = fields ? 'changed' : 'removed';
    const name = (fields ?? standing)['name'] as string;
    const sentence = `${called} “${name}” that you have ${deed} here was changed meanwhile. Please keep or undo your change.`;
    throw new Failed('response.held_stale', { sentence, detail });
  }
}
