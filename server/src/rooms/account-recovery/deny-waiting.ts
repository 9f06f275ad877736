import type { Act } from '#platform/act/act.ts';
import { tellOfRequest } from './tell-of-request.ts';

/** Whoever is deactivated or removed has no account to recover: the request that waits is denied. */
export async function denyWaiting(act: Act, patientId: number, reason: string): Promise<void> {
  const { tx, viewer, now, record } = act;
  const waiting = await tx
    .updateTable('patient_recovery')
    .set((eb) => ({ status: 2, decided_at: now(), decider_id: viewer.providerId, version: eb('version', '+', 1) }))
    .where('patient_id', '=', patientId)
    .where('status', '=', 0)
    .returning('patient_recovery_id as id')
    .execute();
  for (const { id } of waiting) {
    await record({
      action: 'patient_recovery.denied',
      record: { kind: 'patient_recovery', id },
      changes: [{ field: 'status', old: 0, new: 2 }],
      reason,
    });
    await tellOfRequest(act, { requestId: id, patientId });
  }
}
