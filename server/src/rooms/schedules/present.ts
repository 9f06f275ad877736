import { inWords } from '@portal/contract/assessments/recurrence.ts';
import type { ScheduleItem } from '@portal/contract/schedules/endpoints.ts';
import { keptRecurrence } from '@portal/contract/schedules/occurrences.ts';
import { daysUntilDue } from '@portal/contract/schedules/rules.ts';
import type { ItemRow } from './queries.ts';

const dayMs = 86_400_000;
export const dueOf = (startedAt: Date): Date => new Date(startedAt.getTime() + daysUntilDue * dayMs);

export const presentItem = (row: ItemRow): ScheduleItem => ({
  schedId: row.scheduleItemId,
  gId: row.careGroupId,
  sId: row.surveyId,
  surveyName: row.surveyName,
  status: row.isUsable ? 'Active' : 'Blocked',
  blockedBy: row.isUsable ? null : row.surveyName,
  dStart: row.startsAt,
  due: dueOf(row.nextAt),
  dueDescription: 'Within 1 day',
  oldestOpen: row.openEventId && row.openDue ? { surveyEventId: row.openEventId, due: row.openDue } : null,
  openCount: row.openCount ?? 0,
  RRule: row.rule,
  recurrence: row.recurrence,
  scheduleDescription: inWords(keptRecurrence(row.recurrence)),
  fillCount: null,
  version: row.version,
});
