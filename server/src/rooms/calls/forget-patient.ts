import type { Act } from '#platform/act/act.ts';

/** PRV-03: that there were calls, and what came of them, stays; which number was called does not. */
export async function forgetNumbers({ tx }: Act, patientId: number): Promise<void> {
  await tx.updateTable('patient_call').set({ number: '' }).where('patient_id', '=', patientId).execute();
}
