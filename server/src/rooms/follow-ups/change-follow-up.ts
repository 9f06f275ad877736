import { followUpTimeProblem } from '@portal/contract/follow-ups/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { PatientSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { present } from './present.ts';
import { lockFollowUp } from './queries.ts';

interface Named {
  fId: number;
  version?: number | undefined;
}
type Changes = { at: Date } | { completed_at: Date; completer_id: number | null; outcome: string };

async function change(
  act: Act<Actor & PatientSight>,
  { fId, version }: Named,
  action: 'follow_up.moved' | 'follow_up.completed',
  fields: Changes,
): Promise<number> {
  const { tx, viewer, now, record, logRead } = act;
  const followUp = await lockFollowUp(tx, viewer, fId);
  if (!followUp) throw fail('not_found');
  if (version !== undefined && version !== followUp.version) {
    logRead('patient', [followUp.patientId]);
    throw failStale(present(followUp));
  }
  // It is completed once, and stays where it was.
  if (followUp.completedAt !== null) throw fail('follow_up.completed');
  const changes = changesBetween({ at: followUp.at }, { ...fields });
  if (changes.length === 0) return followUp.version;
  const problem = 'at' in fields ? followUpTimeProblem(fields.at, now()) : null;
  if (problem !== null) throw failFields({ followUpTime: problem });
  const next = followUp.version + 1;
  await tx
    .updateTable('follow_up')
    .set({ ...fields, version: next, changed_at: now() })
    .where('follow_up_id', '=', fId)
    .execute();
  await record({ action, record: { kind: 'follow_up', id: fId }, changes });
  await tellGroups(act, 'follow_up.changed', fId, [followUp.patientId]);
  return next;
}

export const moveFollowUp = (
  act: Act<Actor & PatientSight>,
  { followUpTime, ...named }: Named & { followUpTime: Date },
) => change(act, named, 'follow_up.moved', { at: followUpTime });

/** Of two who complete it at once one does. */
export const completeFollowUp = (act: Act<Actor & PatientSight>, { outcome, ...named }: Named & { outcome: string }) =>
  change(act, named, 'follow_up.completed', { completed_at: act.now(), completer_id: act.viewer.providerId, outcome });
