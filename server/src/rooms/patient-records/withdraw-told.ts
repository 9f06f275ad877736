/** What was told of the wrong patient is taken back: no screen and no job knows of it any more, the trail and a complete copy do (OPC-65, P11-11). */
import type { Act } from '#platform/act/act.ts';
import type { Change } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight, tellOfPatient } from '#rooms/patients/door.ts';
import { claimed, lastPrescription, latest, noteTelling, type Told } from './told-elsewhere.ts';

type One<K extends keyof Told> = NonNullable<Told[K]>[number];
export type Withdrawn = { reason: string | null } & (
  | { kind: 'prescription'; told: { rxNumber: string; toldAt?: Date | undefined } }
  | { kind: 'orderStatus'; told: Omit<One<'orderStatuses'>, 'displayName'> }
  | { kind: 'refillOutreach'; told: One<'refillOutreach'> }
  | { kind: 'consent'; told: One<'consents'> }
);
/** `known`: it was withdrawn before. `older`: what is kept was told since. `none`: the patient never had it. */
type Outcome = 'withdrawn' | 'known' | 'older' | 'none';
type ActOnPatient = Act<Actor & PatientSight>;

/** P11-15: where the pharmacy does not say why, the action is the reason. */
const unsaid = 'Withdrawn by the pharmacy';

export async function withdrawTold(act: ActOnPatient, patientId: number, one: Withdrawn): Promise<Outcome> {
  if (!(await lockVisible(act.tx, act.viewer, patientId))) throw fail('not_found');
  const outcome = await withdraw(act, patientId, one);
  if (outcome === 'withdrawn') await tellOfPatient(act, 'patient_record.changed', patientId);
  return outcome;
}

function withdraw(act: ActOnPatient, patientId: number, one: Withdrawn): Promise<Outcome> {
  const of = { patientId, reason: one.reason || unsaid };
  if (one.kind === 'prescription') return withdrawPrescription(act, of, one.told);
  if (one.kind === 'orderStatus') return withdrawOrderStatus(act, of, one.told);
  if (one.kind === 'refillOutreach') return withdrawRefillOutreach(act, of, one.told);
  return withdrawConsent(act, of, one.told);
}

interface Of {
  patientId: number;
  reason: string;
}

async function withdrawPrescription(
  act: ActOnPatient,
  { patientId, reason }: Of,
  { rxNumber, toldAt }: { rxNumber: string; toldAt?: Date | undefined },
): Promise<Outcome> {
  const { tx, record, now } = act;
  const before = await lastPrescription(tx, patientId, rxNumber);
  if (!before) return 'none';
  if (before.removed_at) return 'known';
  if (toldAt && before.told_at && toldAt < before.told_at) return 'older';
  const { prescription_id: id, company_id: _company, told_at, removed_at: _removed, ...had } = before;
  await tx.updateTable('patient_prescription').set({ removed_at: now() }).where('prescription_id', '=', id).execute();
  await noteTelling(act, id, toldAt ?? latest(now(), told_at));
  await record({
    action: 'patient_prescription.removed',
    record: { kind: 'patient_prescription', id },
    changes: [...gone(had), ...claimed(toldAt)],
    reason,
  });
  return 'withdrawn';
}

async function withdrawOrderStatus(
  { tx, record, now }: ActOnPatient,
  { patientId, reason }: Of,
  { rxNumber, orderStatus, at }: Omit<One<'orderStatuses'>, 'displayName'>,
): Promise<Outcome> {
  const before = await tx
    .selectFrom('patient_order_status')
    .select(['order_status_id as id', 'rx_number', 'display_name', 'order_status', 'added_at', 'removed_at'])
    .where('patient_id', '=', patientId)
    .where('rx_number', '=', rxNumber)
    .where('order_status', '=', orderStatus)
    .where('added_at', '=', at)
    .executeTakeFirst();
  if (!before) return 'none';
  if (before.removed_at) return 'known';
  const { id, removed_at: _removed, ...had } = before;
  await tx.updateTable('patient_order_status').set({ removed_at: now() }).where('order_status_id', '=', id).execute();
  await record({
    action: 'patient.order_withdrawn',
    record: { kind: 'patient', id: patientId },
    changes: gone(had),
    reason,
  });
  return 'withdrawn';
}

async function withdrawRefillOutreach(
  { tx, record, now }: ActOnPatient,
  { patientId, reason: because }: Of,
  { rxNumber, reason, method, at }: One<'refillOutreach'>,
): Promise<Outcome> {
  const before = await tx
    .selectFrom('refill_outreach')
    .select(['refill_outreach_id as id', 'rx_number', 'reason', 'method', 'sent_at', 'removed_at'])
    .where('patient_id', '=', patientId)
    .where('rx_number', '=', rxNumber)
    .where('reason', '=', reason)
    .where('method', '=', method)
    .where('sent_at', '=', at)
    .executeTakeFirst();
  if (!before) return 'none';
  if (before.removed_at) return 'known';
  const { id, removed_at: _removed, ...had } = before;
  await tx.updateTable('refill_outreach').set({ removed_at: now() }).where('refill_outreach_id', '=', id).execute();
  await record({
    action: 'patient.outreach_withdrawn',
    record: { kind: 'patient', id: patientId },
    changes: gone(had),
    reason: because,
  });
  return 'withdrawn';
}

/** Its row cannot be changed (PRV-08): that it no longer counts is a row of its own, and the one before it counts again. */
async function withdrawConsent(
  { tx, viewer, record, now }: ActOnPatient,
  { patientId, reason }: Of,
  { code, at }: One<'consents'>,
): Promise<Outcome> {
  const before = await tx
    .selectFrom('patient_consent as told')
    .leftJoin('patient_consent_withdrawal as back', 'back.consent_id', 'told.consent_id')
    .select(['told.consent_id as id', 'told.added_at', 'back.withdrawn_at'])
    .where('told.patient_id', '=', patientId)
    .where('told.code', 'is not distinct from', code)
    .where('told.added_at', '=', at)
    .executeTakeFirst();
  if (!before) return 'none';
  if (before.withdrawn_at) return 'known';
  await tx
    .insertInto('patient_consent_withdrawal')
    .values({ consent_id: before.id, company_id: viewer.companyId, patient_id: patientId, withdrawn_at: now() })
    .execute();
  await record({
    action: 'patient.consent_withdrawn',
    record: { kind: 'patient', id: patientId },
    changes: [
      { field: 'consent_code', old: code ?? 1 },
      { field: 'added_at', old: before.added_at },
    ],
    reason,
  });
  return 'withdrawn';
}

const gone = (had: Readonly<Record<string, unknown>>): Change[] =>
  Object.entries(had)
    .filter(([, old]) => old !== null)
    .map(([field, old]) => ({ field, old }));
