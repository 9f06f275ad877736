import type { Act } from '#platform/act/act.ts';
import { denyWaiting } from './deny-waiting.ts';

/** PRV-03: that there were requests stays, by which address or number does not; one that waits is denied. */
export async function forgetRecoveries(act: Act, patientId: number): Promise<void> {
  await denyWaiting(act, patientId, 'Remove patient');
  await act.tx
    .updateTable('patient_recovery')
    .set({ contact: '', evidence: null })
    .where('patient_id', '=', patientId)
    .execute();
}
