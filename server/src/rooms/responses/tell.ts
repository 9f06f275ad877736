/** Tells the people of the patient's groups. Those with root access hear of every patient, also of one in no group. */
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { careGroupsOf } from './queries.ts';

export async function tellOfResponse(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  responseId: number,
  patientId: number,
): Promise<void> {
  const groups = await careGroupsOf(tx, patientId);
  const places = groups.length === 0 ? [null] : groups.map(({ id }) => id);
  await announce(...places.map((careGroupId) => ({ type: 'response.changed' as const, id: responseId, careGroupId })));
}
