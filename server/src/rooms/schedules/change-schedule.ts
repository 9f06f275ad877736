import { recurrenceOf, ruleOf } from '@portal/contract/assessments/recurrence.ts';
import { occurrence, occurrenceAfter } from '@portal/contract/schedules/occurrences.ts';
import { noRecurrence } from '@portal/contract/schedules/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight } from '#rooms/patients/door.ts';
import { recordSettled } from '#rooms/workflows/door.ts';
import { presentItem } from './present.ts';
import * as queries from './queries.ts';
import { tellGroups } from './tell.ts';

export interface ScheduleChange {
  patientId: number;
  scheduleItemId: number;
  surveyId: number;
  recurrence: string;
  version?: number | undefined;
}

/** Changes how often a patient is asked, and gives the new version. The start stays, and with it day and time (OPC-62, OPC-63). */
export async function changeSchedule(act: Act<Actor & PatientSight>, given: ScheduleChange): Promise<number> {
  const { tx, viewer, now, logRead } = act;
  // Before the schedule itself, as whoever takes the patient a step on does.
  if (!(await lockVisible(tx, viewer, given.patientId))) throw fail('not_found');
  const item = await queries.lockItem(tx, viewer, given.patientId, given.scheduleItemId);
  if (!item || item.surveyId !== given.surveyId) throw fail('not_found');
  if (item.endedAt) throw fail('schedule.ended');
  if (given.version !== undefined && given.version !== item.version) {
    logRead('patient', [given.patientId]);
    throw failStale(presentItem(item));
  }
  if (!item.isUsable) throw fail('schedule.blocked');
  if (item.recurrence === given.recurrence) throw fail('schedule.same');
  const recurrence = recurrenceOf(given.recurrence);
  if (!recurrence) throw failFields({ recurrence: noRecurrence });
  const rule = ruleOf(recurrence, item.startsAt);
  const n = occurrenceAfter(recurrence, item.startsAt, now());
  // What is due already is still asked for; what comes after it goes by the new rule.
  const next = item.nextAt <= now() ? {} : { next_occurrence: n, next_at: occurrence(recurrence, item.startsAt, n) };
  await tx
    .updateTable('schedule_item')
    .set({ recurrence: given.recurrence, rule, version: item.version + 1, ...next })
    .where('schedule_item_id', '=', item.scheduleItemId)
    .execute();
  await recordSettled(act);
  await tellGroups(act, 'schedule.changed', item.scheduleItemId, [given.patientId]);
  return item.version + 1;
}
