/** What pharmacy and patient told outside of the portal (OPC-65): imports and demo data bring it, no screen does. */
import type { Act } from '#platform/act/act.ts';
import { type Change, changesBetween, created, type Recorded } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight, tellOfPatient } from '#rooms/patients/door.ts';

export interface ToldPrescription {
  /** By which a prescription is known from one time to the next. */
  rxNumber: string;
  displayName: string;
  displayStatus: number;
  shippedOn: string | null;
  provider: string | null;
  refillsLeft: number | null;
  instructions: string | null;
  writtenOn: string | null;
  daysOfSupply: number | null;
  isActive: boolean;
  /** When its own system said so; else it is told now. */
  toldAt?: Date | undefined;
}
export interface Told {
  prescriptions?: readonly ToldPrescription[];
  orderStatuses?: readonly { displayName: string; rxNumber: string; orderStatus: number; at: Date }[];
  refillOutreach?: readonly {
    rxNumber: string;
    reason: string;
    method: 'Text' | 'Phone Call' | 'Push Notification' | 'Email';
    at: Date;
  }[];
  consents?: readonly { code: 0 | 1 | 2 | null; at: Date }[];
}
type ActOnPatient = Act<Actor & PatientSight>;
type TellingAction = 'patient.order_told' | 'patient.outreach_told' | 'patient.consent_told';

/** How much of it was new, and how much older than what is kept. */
interface Noted {
  noted: number;
  older: number;
}

/**
 * Notes it with a patient in sight. A prescription that is known already is changed, and its trail says from what to what, unless what
 * is kept is newer; what else is known already stays as it is, so that the same may be told again.
 */
export async function noteTold(act: ActOnPatient, patientId: number, told: Told): Promise<Noted> {
  const { tx, viewer, record } = act;
  if (!(await lockVisible(tx, viewer, patientId))) throw fail('not_found');
  const own = { company_id: viewer.companyId, patient_id: patientId };
  const prescriptions: ('new' | 'known' | 'older')[] = [];
  for (const one of told.prescriptions ?? []) prescriptions.push(await notePrescription(act, patientId, one));
  let noted = prescriptions.filter((one) => one === 'new').length;
  const unknown = await unknownOf(tx, patientId, told);
  const orderStatuses = unknown.orderStatuses.map((one) => ({
    rx_number: one.rxNumber,
    display_name: one.displayName,
    order_status: one.orderStatus,
    added_at: one.at,
  }));
  const refillOutreach = unknown.refillOutreach.map(({ rxNumber, reason, method, at }) => ({
    rx_number: rxNumber,
    reason,
    method,
    sent_at: at,
  }));
  const consents = unknown.consents.map(({ code, at }) => ({ code, added_at: at }));
  const owned = <T extends object>(one: T) => ({ ...own, ...one });
  if (orderStatuses.length > 0) await insertRows(tx, 'patient_order_status', orderStatuses.map(owned)).execute();
  if (refillOutreach.length > 0) await insertRows(tx, 'refill_outreach', refillOutreach.map(owned)).execute();
  if (consents.length > 0) await insertRows(tx, 'patient_consent', consents.map(owned)).execute();
  const entry = (action: TellingAction, fields: Readonly<Record<string, unknown>>): Recorded => ({
    action,
    record: { kind: 'patient', id: patientId },
    changes: created(fields),
  });
  // The times in them are claimed; the server's own is that of the entry (P11-13).
  await record(
    ...orderStatuses.map((one) => entry('patient.order_told', one)),
    ...refillOutreach.map((one) => entry('patient.outreach_told', one)),
    ...consents.map(({ code, added_at }) => entry('patient.consent_told', { consent_code: code ?? 1, added_at })),
  );
  noted += orderStatuses.length + refillOutreach.length + consents.length;
  if (noted > 0) await tellOfPatient(act, 'patient_record.changed', patientId);
  return { noted, older: prescriptions.filter((one) => one === 'older').length };
}

/** What of it the patient does not have yet, each once. */
async function unknownOf(
  tx: ActOnPatient['tx'],
  patientId: number,
  { orderStatuses = [], refillOutreach = [], consents = [] }: Told,
): Promise<Required<Omit<Told, 'prescriptions'>>> {
  const [statuses, reminders, agreed] = [
    await tx
      .selectFrom('patient_order_status')
      .select(['rx_number as rxNumber', 'order_status as orderStatus', 'added_at as at'])
      .where('patient_id', '=', patientId)
      .where('added_at', '>=', earliest(orderStatuses))
      .execute(),
    await tx
      .selectFrom('refill_outreach')
      .select(['rx_number as rxNumber', 'reason', 'method', 'sent_at as at'])
      .where('patient_id', '=', patientId)
      .where('sent_at', '>=', earliest(refillOutreach))
      .execute(),
    await tx
      .selectFrom('patient_consent')
      .select(['code', 'added_at as at'])
      .where('patient_id', '=', patientId)
      .where('added_at', '>=', earliest(consents))
      .execute(),
  ];
  return {
    orderStatuses: unlike(orderStatuses, statuses, ({ rxNumber, orderStatus, at }) => [rxNumber, orderStatus, at]),
    refillOutreach: unlike(refillOutreach, reminders, ({ rxNumber, reason, method, at }) => [
      rxNumber,
      reason,
      method,
      at,
    ]),
    consents: unlike(consents, agreed, ({ code, at }) => [code, at]),
  };
}

const earliest = (told: readonly { at: Date }[]): Date =>
  new Date(told.reduce((first, { at }) => Math.min(first, at.getTime()), Date.UTC(9999, 0)));

function unlike<Known, T extends Known>(
  told: readonly T[],
  known: readonly Known[],
  partsOf: (one: Known) => unknown[],
): T[] {
  const keyOf = (one: Known) => JSON.stringify(partsOf(one));
  const seen = new Set(known.map(keyOf));
  return told.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}

async function notePrescription(
  act: ActOnPatient,
  patientId: number,
  one: ToldPrescription,
): Promise<'new' | 'known' | 'older'> {
  const { tx, viewer, record, now } = act;
  const fields = {
    display_name: one.displayName,
    display_status: one.displayStatus,
    shipped_on: one.shippedOn,
    provider: one.provider,
    refills_left: one.refillsLeft,
    instructions: one.instructions,
    written_on: one.writtenOn,
    days_of_supply: one.daysOfSupply,
    is_active: one.isActive,
  };
  const before = await lastPrescription(tx, patientId, one.rxNumber);
  const kept = before?.told_at ?? null;
  // The word that was withdrawn, or one before it, brings nothing back.
  if (before?.removed_at && kept && one.toldAt && one.toldAt <= kept) return 'known';
  if (kept && one.toldAt && one.toldAt < kept) return 'older';
  const toldAt = one.toldAt ?? latest(now(), kept);
  if (!before || before.removed_at) {
    const all = { ...fields, rx_number: one.rxNumber };
    const { prescription_id: id } = await tx
      .insertInto('patient_prescription')
      .values({ ...all, patient_id: patientId, company_id: viewer.companyId })
      .returning('prescription_id')
      .executeTakeFirstOrThrow();
    await noteTelling(act, id, toldAt);
    await record({
      action: 'patient_prescription.added',
      record: { kind: 'patient_prescription', id },
      changes: [...created({ patient_id: patientId, ...all }), ...claimed(one.toldAt)],
    });
    return 'new';
  }
  // Also where it says the same: what is older than that comes too late.
  await noteTelling(act, before.prescription_id, toldAt);
  const changes = changesBetween(before, fields);
  if (changes.length === 0) return 'known';
  await tx
    .updateTable('patient_prescription')
    .set(fields)
    .where('prescription_id', '=', before.prescription_id)
    .execute();
  await record({
    action: 'patient_prescription.changed',
    record: { kind: 'patient_prescription', id: before.prescription_id },
    changes: [...changes, ...claimed(one.toldAt)],
  });
  return 'new';
}

/** When the pharmacy says that it was so, beside the time of the server (P11-13); the next word takes nothing from it. */
export const claimed = (toldAt: Date | undefined): Change[] =>
  toldAt === undefined ? [] : [{ field: 'told_at', new: toldAt }];

/** What is told or withdrawn without a time counts from now on, and never before what was told by a clock that is ahead. */
export const latest = (now: Date, kept: Date | null): Date => (kept && kept > now ? kept : now);

/** Also one that was taken back. */
export const lastPrescription = (tx: ActOnPatient['tx'], patientId: number, rxNumber: string) =>
  tx
    .selectFrom('patient_prescription as told')
    .leftJoin('prescription_telling as telling', 'telling.prescription_id', 'told.prescription_id')
    .selectAll('told')
    .select('telling.told_at')
    .where('told.patient_id', '=', patientId)
    .where('told.rx_number', '=', rxNumber)
    .orderBy('told.prescription_id', 'desc')
    .executeTakeFirst();

/** The time that the next word is compared with. */
export const noteTelling = ({ tx, viewer }: ActOnPatient, prescription_id: number, told_at: Date) =>
  tx
    .insertInto('prescription_telling')
    .values({ prescription_id, company_id: viewer.companyId, told_at })
    .onConflict((conflict) => conflict.column('prescription_id').doUpdateSet({ told_at }))
    .execute();
