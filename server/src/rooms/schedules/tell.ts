/** Tells whoever looks after these patients, once for each of their groups. */
import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

export async function tellGroups(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  type: 'schedule.changed' | 'survey_event.changed' | 'outreach.changed' | 'follow_up.changed' | 'inbox.changed',
  id: number,
  patientIds: readonly number[],
): Promise<void> {
  const groups = await tx
    .selectFrom('patient_care_group')
    .select('care_group_id as id')
    .distinct()
    .where('patient_id', '=', anyOf(patientIds))
    .orderBy('care_group_id')
    .execute();
  // Those with root access hear of every patient, also of one in no group.
  const places = groups.length === 0 ? [null] : groups.map((group) => group.id);
  await announce(...places.map((careGroupId) => ({ type, id, careGroupId })));
}
