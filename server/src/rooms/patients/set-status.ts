import { canStep, type PatientStatus, type PatientStep, statusAfter } from '@portal/contract/patients/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { withdrawMessages } from '#platform/jobs/outbox.ts';
import { refuseWhileHeld } from '#platform/jobs/records-held.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { refuseStale } from './change-patient.ts';
import * as queries from './queries.ts';
import type { PatientSight } from './sight.ts';
import { noteStep, tellOfPatient } from './tell.ts';

const actions = {
  activate: { action: 'patient.activated', what: 'Activated', reason: null },
  enable: { action: 'patient.enabled', what: 'Enabled', reason: null },
  // P11-15: where nobody says why, the action is the reason.
  deactivate: { action: 'patient.deactivated', what: 'Deactivated', reason: 'Deactivate patient' },
  remove: { action: 'patient.removed', what: 'Removed', reason: 'Remove patient' },
} as const;

const erased =
  'Name, date of birth, phone, email, addresses, contacts, numbers of insurances, contacts of account recovery, unsigned documents, addresses and words of messages, called numbers';

/** Takes a patient a step on. Asking for the status that is there already changes nothing (PST-01 to PST-04). */
export async function setPatientStatus(
  act: Act<Actor & PatientSight>,
  given: {
    patientId: number;
    step: PatientStep;
    reason?: string | undefined;
    version?: number | undefined;
    /** What other rooms end of somebody who is deactivated. */
    end?: (() => Promise<void>) | undefined;
    /** What other rooms erase of somebody who is removed. */
    forget?: ((reason: string) => Promise<void>) | undefined;
  },
): Promise<void> {
  const { tx, viewer, now, record } = act;
  const { patientId, step } = given;
  const before = await queries.lockVisible(tx, viewer, patientId);
  if (!before) throw fail('not_found');
  await refuseStale(act, before, given.version);
  const from = before.status as PatientStatus;
  const to = statusAfter(step);
  if (from === to) return;
  if (!canStep(step, from)) throw fail('patient.cannot_move', { from, to });
  if (to === 'removed') await refuseWhileHeld(tx);
  const groups = await queries.careGroupsOf(tx, patientId);
  const { action, what, reason: unsaid } = actions[step];
  // OPC-58: whoever is deactivated leaves their groups, and is not written to any more.
  if (step === 'deactivate') {
    await tx.deleteFrom('patient_care_group').where('patient_id', '=', patientId).execute();
    await withdrawMessages(tx, { now }, { patientId });
    await given.end?.();
  }
  if (to === 'removed') {
    await given.forget?.(given.reason || actions.remove.reason);
    await erase(act, patientId);
  } else
    await tx
      .updateTable('patient')
      .set({ status: to, version: before.version + 1 })
      .where('patient_id', '=', patientId)
      .execute();
  await record({
    action,
    record: { kind: 'patient', id: patientId },
    changes: [
      ...changesBetween({ status: from }, { status: to }),
      ...(step === 'deactivate' ? changesBetween({ care_group_id: groups }, { care_group_id: [] }) : []),
      ...(to === 'removed' ? [{ field: 'erased', new: erased }] : []),
    ],
    reason: given.reason || unsaid,
  });
  await noteStep(act, { patientId, kind: 'status', what });
  await tellOfPatient(act, 'patient.changed', patientId, groups);
}

/**
 * PRV-03: what identifies the person and is under no retention goes, and the account with it; the clinical record, what was signed
 * and the trail stay, under a pseudonym.
 */
async function erase({ tx, now }: Act<Actor>, patientId: number): Promise<void> {
  await sql`select remove_patient_account(${patientId}), forget_messages_to(${patientId}, null, ${now()})`.execute(tx);
  await tx
    .updateTable('patient')
    .set((eb) => ({
      first_name: 'Removed',
      last_name: `patient ${patientId}`,
      // The year alone, which the clinical record needs to be understood.
      born_on: sql<string>`date_trunc('year', born_on)::date`,
      email: eb.ref('username'),
      email_verified: false,
      phone: null,
      phone_verified: false,
      preferred_contact: -1,
      removed_at: now(),
      version: eb('version', '+', 1),
    }))
    .where('patient_id', '=', patientId)
    .execute();
}
