import type { Act } from '#platform/act/act.ts';
import { careGroupsOf } from '#rooms/patients/door.ts';

/** Tells the administrators who see the patient. */
export async function tellOfRequest(
  { tx, announce }: Pick<Act, 'tx' | 'announce'>,
  { requestId, patientId }: { requestId: number; patientId: number },
): Promise<void> {
  await announce({
    type: 'patient_recovery.changed',
    id: requestId,
    careGroupIds: await careGroupsOf(tx, patientId),
  });
}
