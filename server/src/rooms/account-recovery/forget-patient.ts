import type { Act } from '#platform/act/act.ts';

/** PRV-03: that there were requests stays, by which address or number does not; one that waits is denied. */
export async function forgetRecoveries({ tx, viewer, now }: Act, patientId: number): Promise<void> {
  await tx
    .updateTable('patient_recovery')
    .set((eb) => ({ status: 2, decided_at: now(), decider_id: viewer.providerId, version: eb('version', '+', 1) }))
    .where('patient_id', '=', patientId)
    .where('status', '=', 0)
    .execute();
  await tx
    .updateTable('patient_recovery')
    .set({ contact: '', evidence: null })
    .where('patient_id', '=', patientId)
    .execute();
}
