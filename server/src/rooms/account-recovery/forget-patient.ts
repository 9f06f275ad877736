import type { Act } from '#platform/act/act.ts';

/** PRV-03: that there were requests stays, by which address or number does not; one that waits is denied. */
export async function forgetRecoveries({ tx, viewer, now, record, announce }: Act, patientId: number): Promise<void> {
  const waiting = await tx
    .updateTable('patient_recovery')
    .set((eb) => ({ status: 2, decided_at: now(), decider_id: viewer.providerId, version: eb('version', '+', 1) }))
    .where('patient_id', '=', patientId)
    .where('status', '=', 0)
    .returning('patient_recovery_id as id')
    .execute();
  await tx
    .updateTable('patient_recovery')
    .set({ contact: '', evidence: null })
    .where('patient_id', '=', patientId)
    .execute();
  for (const { id } of waiting) {
    await record({
      action: 'patient_recovery.denied',
      record: { kind: 'patient_recovery', id },
      changes: [{ field: 'status', old: 0, new: 2 }],
      reason: 'Remove patient',
    });
    await announce({ type: 'patient_recovery.changed', id });
  }
}
