/** The parts of a patient's record that people keep. All are added, changed and removed in one way: with the patient held. */
import { mostOfKind } from '@portal/contract/patient-records/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, created } from '#platform/audit/record.ts';
import type { Schema, Tx } from '#platform/database/db.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, patientInSight, type PatientSight, tellOfPatient } from '#rooms/patients/door.ts';

const partKinds = [
  'patient_address',
  'patient_contact',
  'patient_insurance',
  'patient_medication',
  'patient_allergy',
  'patient_goal',
] as const;
export type PartKind = (typeof partKinds)[number];
/** Those that an assessment adds, too. */
export type HeldKind = 'patient_medication' | 'patient_allergy' | 'patient_goal';
/** A row as the table has it. */
export type PartRow<K extends PartKind> = {
  [C in keyof Schema[K]]: Schema[K][C] extends { __select__: infer T } ? T : Schema[K][C];
};
type Fields = Readonly<Record<string, unknown>>;
type ActOnPatient = Act<Actor & PatientSight>;

/** What an act says of itself. */
const actions = {
  patient_address: {
    added: 'patient_address.added',
    changed: 'patient_address.changed',
    removed: 'patient_address.removed',
  },
  patient_contact: {
    added: 'patient_contact.added',
    changed: 'patient_contact.changed',
    removed: 'patient_contact.removed',
  },
  patient_insurance: {
    added: 'patient_insurance.added',
    changed: 'patient_insurance.changed',
    removed: 'patient_insurance.removed',
  },
  patient_medication: {
    added: 'patient_medication.added',
    changed: 'patient_medication.changed',
    removed: 'patient_medication.removed',
  },
  patient_allergy: {
    added: 'patient_allergy.added',
    changed: 'patient_allergy.changed',
    removed: 'patient_allergy.removed',
  },
  patient_goal: { added: 'patient_goal.added', changed: 'patient_goal.changed', removed: 'patient_goal.removed' },
} as const satisfies Record<PartKind, object>;

/** At most one of a patient's addresses, or insurances, has each of these (OPC-46). */
const flagsOf: Partial<Record<PartKind, readonly string[]>> = {
  patient_address: ['is_primary', 'is_shipping', 'is_billing'],
  patient_insurance: ['is_primary'],
};
/** These are shown in the order in which they came. */
const withTime: readonly PartKind[] = ['patient_medication', 'patient_allergy'];

// One statement for six tables of the same make: Kysely knows the columns of one.
const asAny = <K extends PartKind>(kind: K) => kind as 'patient_address';
const keyOf = <K extends PartKind>(kind: K) => `${kind}_id` as 'patient_address_id';

/** The parts of one kind of a patient in sight. */
export const partsOf = <K extends PartKind>(tx: Tx, viewer: PatientSight, kind: K, patientId: number) =>
  tx
    .selectFrom(asAny(kind))
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .where(patientInSight(viewer, `${kind}.patient_id`))
    .orderBy(keyOf(kind)) as unknown as { limit: (most: number) => { execute: () => Promise<PartRow<K>[]> } };

export async function addPart(
  act: ActOnPatient,
  kind: PartKind,
  patientId: number,
  fields: Fields,
  heldKey?: string,
): Promise<number> {
  const { tx, viewer, now, record } = act;
  if (!(await lockVisible(tx, viewer, patientId))) throw fail('not_found');
  await refuseBeyondList(tx, kind, patientId);
  await refuseForeignMedication(tx, patientId, fields);
  await takeFlags(act, kind, patientId, fields, 0);
  const values = {
    ...fields,
    ...(withTime.includes(kind) ? { created_at: now() } : {}),
    ...(heldKey === undefined ? {} : { held_key: heldKey }),
    patient_id: patientId,
    company_id: viewer.companyId,
  };
  const row = await tx
    .insertInto(asAny(kind))
    .values(values as never)
    .returning(keyOf(kind))
    .executeTakeFirstOrThrow();
  const id = row[keyOf(kind)];
  await record({
    action: actions[kind].added,
    record: { kind, id },
    changes: created({ patient_id: patientId, ...fields }),
  });
  await tellOfPatient(act, 'patient_record.changed', patientId);
  return id;
}

/** Nothing is added that the list of its kind would not show: an allergy among it. */
async function refuseBeyondList(tx: Tx, kind: PartKind, patientId: number): Promise<void> {
  const { n } = await tx
    .selectFrom(asAny(kind))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (n >= mostOfKind) throw fail('patient_record.full');
}

export interface NamedPart {
  patientId: number;
  id: number;
  version?: number | undefined;
}

/** Changes a part and gives its new version. */
export async function changePart<K extends PartKind>(
  act: ActOnPatient,
  kind: K,
  part: NamedPart,
  { fields, present }: { fields: Fields; present: (row: PartRow<K>) => object },
): Promise<number> {
  const { tx, record } = act;
  const before = await holdPart(act, kind, part, present);
  await refuseForeignMedication(tx, part.patientId, fields);
  const changes = changesBetween(before as Fields, fields);
  if (changes.length === 0) return before.version;
  await takeFlags(act, kind, part.patientId, fields, part.id);
  const version = before.version + 1;
  await tx
    .updateTable(asAny(kind))
    .set({ ...fields, version } as never)
    .where(keyOf(kind), '=', part.id)
    .execute();
  await record({ action: actions[kind].changed, record: { kind, id: part.id }, changes });
  await tellOfPatient(act, 'patient_record.changed', part.patientId);
  return version;
}

/** Removed is hidden; what was there stays readable to reviewers (P11-11). */
export async function removePart<K extends PartKind>(
  act: ActOnPatient,
  kind: K,
  part: NamedPart,
  present: (row: PartRow<K>) => object,
): Promise<void> {
  const { tx, now, record } = act;
  const before = await holdPart(act, kind, part, present);
  await tx
    .updateTable(asAny(kind))
    .set({ removed_at: now(), version: before.version + 1 })
    .where(keyOf(kind), '=', part.id)
    .execute();
  const { version: _version, removed_at: _removed, company_id: _company, held_key: _key, ...held } = before as Fields;
  await record({
    action: actions[kind].removed,
    record: { kind, id: part.id },
    changes: Object.entries(held)
      .filter(([field, value]) => value !== null && field !== keyOf(kind))
      .map(([field, value]) => ({ field, old: value })),
  });
  await tellOfPatient(act, 'patient_record.changed', part.patientId);
}

/** The part of this patient that was added with this key, also one that was removed since. Whoever asks holds the patient, who is in sight. */
export async function partAddedAs(tx: Tx, kind: HeldKind, patientId: number, heldKey: string) {
  const row = await tx
    .selectFrom(kind as 'patient_goal')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('held_key', '=', heldKey)
    .executeTakeFirst();
  return row && { id: row[keyOf(kind) as 'patient_goal_id'], row };
}

/** Whether a part of this patient was removed. Whoever asks holds the patient, who is in sight. */
export const wasRemoved = async (tx: Tx, kind: PartKind, { patientId, id }: NamedPart): Promise<boolean> =>
  (await tx
    .selectFrom(asAny(kind))
    .select(keyOf(kind))
    .where(keyOf(kind), '=', id)
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** The part of a patient in sight, both held: whoever changes another part of the same patient waits. */
async function holdPart<K extends PartKind>(
  { tx, viewer, logRead }: ActOnPatient,
  kind: K,
  { patientId, id, version }: NamedPart,
  present: (row: PartRow<K>) => object,
): Promise<PartRow<K> & { version: number }> {
  const patient = await lockVisible(tx, viewer, patientId);
  const row =
    patient &&
    (await tx
      .selectFrom(asAny(kind))
      .selectAll()
      .where(keyOf(kind), '=', id)
      .where('patient_id', '=', patientId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst());
  if (!row) throw fail('not_found');
  const held = row as unknown as PartRow<K> & { version: number };
  if (version !== undefined && version !== held.version) {
    logRead('patient', [patientId]);
    throw failStale(present(held));
  }
  return held;
}

/** OPC-46: what gets a flag takes it from the one that had it. */
async function takeFlags(
  { tx, record }: ActOnPatient,
  kind: PartKind,
  patientId: number,
  fields: Fields,
  besides: number,
): Promise<void> {
  for (const flag of flagsOf[kind] ?? []) {
    if (fields[flag] !== true) continue;
    const lost = await tx
      .updateTable(asAny(kind))
      .set((eb) => ({ [flag]: false, version: eb('version', '+', 1) }) as never)
      .where('patient_id', '=', patientId)
      .where('removed_at', 'is', null)
      .where(flag as 'is_primary', '=', true)
      .where(keyOf(kind), '<>', besides)
      .returning(keyOf(kind))
      .execute();
    await record(
      ...lost.map((row) => ({
        action: actions[kind].changed,
        record: { kind, id: row[keyOf(kind)] },
        changes: [{ field: flag, old: true, new: false }],
      })),
    );
  }
}

/** A goal names a medication of the same patient, or none. One that was removed stays what the goal spoke of. */
async function refuseForeignMedication(tx: Tx, patientId: number, fields: Fields): Promise<void> {
  const id = fields['patient_medication_id'];
  if (typeof id !== 'number') return;
  const own = await tx
    .selectFrom('patient_medication')
    .select('patient_medication_id')
    .where('patient_medication_id', '=', id)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  if (!own) throw fail('not_found');
}
