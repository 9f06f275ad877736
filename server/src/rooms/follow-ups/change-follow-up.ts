import { followUpTimeProblem } from '@portal/contract/follow-ups/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { PatientSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { present } from './present.ts';
import { holdCare, lockFollowUp } from './queries.ts';

interface Named {
  fId: number;
  version?: number | undefined;
}
type Changes =
  | { at: Date; provider_id?: number }
  | { completed_at: Date; completer_id: number | null; outcome: string };

async function change(
  act: Act<Actor & PatientSight>,
  { fId, version }: Named,
  asked: 'follow_up.moved' | 'follow_up.taken' | 'follow_up.completed',
  fields: Changes,
): Promise<number> {
  const { tx, viewer, now, record, logRead } = act;
  const followUp = await lockFollowUp(tx, viewer, fId, now());
  if (!followUp) throw fail('not_found');
  if (version !== undefined && version !== followUp.version) {
    logRead('patient', [followUp.patientId]);
    throw failStale(present(followUp));
  }
  // It is completed once, and stays where it was.
  if (followUp.completedAt !== null) throw fail('follow_up.completed');
  // Whoever takes their own moves it.
  const action = asked === 'follow_up.taken' && followUp.providerId === viewer.providerId ? 'follow_up.moved' : asked;
  const { providerId, patientId } = followUp;
  if (action === 'follow_up.taken' && (await holdCare(tx, providerId, patientId, now())))
    throw fail('follow_up.not_left');
  const changes = changesBetween({ at: followUp.at, provider_id: followUp.providerId }, { ...fields });
  if (changes.length === 0) return followUp.version;
  const isMoved = 'at' in fields && fields.at.getTime() !== followUp.at.getTime();
  const problem = isMoved ? followUpTimeProblem(fields.at, now()) : null;
  if (problem !== null) throw failFields({ followUpTime: problem });
  const next = followUp.version + 1;
  await tx
    .updateTable('follow_up')
    .set({
      ...fields,
      ...(action === 'follow_up.taken' && { scheduler_id: followUp.schedulerId ?? followUp.providerId }),
      version: next,
      changed_at: now(),
    })
    .where('follow_up_id', '=', fId)
    .execute();
  await record({ action, record: { kind: 'follow_up', id: fId }, changes });
  await tellGroups(act, 'follow_up.changed', fId, [followUp.patientId]);
  return next;
}

export const moveFollowUp = (
  act: Act<Actor & PatientSight>,
  { followUpTime: at, cpId, ...named }: Named & { followUpTime: Date; cpId?: number | undefined },
) =>
  cpId === undefined
    ? change(act, named, 'follow_up.moved', { at })
    : change(act, named, 'follow_up.taken', { at, provider_id: cpId });

/** Of two who complete it at once one does. */
export const completeFollowUp = (act: Act<Actor & PatientSight>, { outcome, ...named }: Named & { outcome: string }) =>
  change(act, named, 'follow_up.completed', { completed_at: act.now(), completer_id: act.viewer.providerId, outcome });
