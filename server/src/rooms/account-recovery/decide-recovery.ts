import { sql, type SqlBool } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, created } from '#platform/audit/record.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { lockVisible } from '#rooms/patients/door.ts';
import * as queries from './queries.ts';
import { tellOfRequest } from './tell-of-request.ts';

/** Asks that the account of a patient be recovered; while one request waits, another is refused (OPC-95). */
export async function askForRecovery(
  act: Act<Viewer>,
  given: { patientId: number; contact: { type: 'email' | 'phone'; value: string } },
): Promise<number> {
  const { tx, viewer, now, record } = act;
  const patient = await lockVisible(tx, viewer, given.patientId);
  if (!patient) throw fail('not_found');
  if (patient.status === 'deactivated') throw fail('patient_recovery.deactivated');
  const fields = { patient_id: given.patientId, contact_type: given.contact.type, contact: given.contact.value };
  const asked = await tx
    .insertInto('patient_recovery')
    .values({ ...fields, company_id: viewer.companyId, asked_at: now(), asker_id: viewer.providerId })
    // Written out: a plan that PostgreSQL keeps for any value would not find the index, which is of those that wait alone.
    .onConflict((conflict) => conflict.column('patient_id').where(sql<SqlBool>`status = 0`).doNothing())
    .returning('patient_recovery_id as id')
    .executeTakeFirst();
  if (!asked) throw fail('patient_recovery.pending');
  await record({
    action: 'patient_recovery.asked',
    record: { kind: 'patient_recovery', id: asked.id },
    changes: created({ ...fields, status: 0 }),
  });
  await tellOfRequest(act, { requestId: asked.id, patientId: given.patientId });
  return asked.id;
}

/** Approves or denies a pending request. Approving takes the patient's authenticator off (ARQ-05, OPC-95). */
export async function decideRecovery(
  act: Act<Viewer>,
  given: {
    patientId: number;
    requestId: number;
    isApproved: boolean;
    evidence?: string | null | undefined;
    version?: number | undefined;
  },
): Promise<void> {
  const { tx, viewer, now, record } = act;
  const { patientId, requestId, isApproved } = given;
  const patient = await lockVisible(tx, viewer, patientId);
  const request = patient && (await queries.lockRequest(tx, requestId, patientId));
  if (!request) throw fail('not_found');
  if (given.version !== undefined && given.version !== request.version)
    throw failStale({ requestId, status: request.status, version: request.version });
  if (request.status !== 0) throw fail('patient_recovery.closed');
  if (isApproved && patient.status === 'deactivated') throw fail('patient_recovery.deactivated');
  const decided = { status: isApproved ? 1 : 2, evidence: given.evidence || null };
  await tx
    .updateTable('patient_recovery')
    .set({ ...decided, decided_at: now(), decider_id: viewer.providerId, version: request.version + 1 })
    .where('patient_recovery_id', '=', requestId)
    .execute();
  if (isApproved) await sql`select clear_patient_factor(${patientId})`.execute(tx);
  await record({
    action: isApproved ? 'patient_recovery.approved' : 'patient_recovery.denied',
    record: { kind: 'patient_recovery', id: requestId },
    changes: changesBetween(request, decided),
    reason: given.evidence || null,
  });
  await tellOfRequest(act, { requestId, patientId });
}
