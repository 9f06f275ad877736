import { keptRecurrence, occurrence, occurrenceAfter } from '@portal/contract/schedules/occurrences.ts';
import { addDays } from '#platform/core/clock.ts';
import type { ZoneDays } from './zone-days.ts';

interface Rule {
  surveyId: number;
  surveyName: string;
  recurrence: string;
  /** One start of all whose occurrences lie on the same days. */
  startsAt: Date;
  items: number;
}
interface Today {
  surveyId: number;
  surveyName: string;
  patients: number;
}
export interface CalendarDay {
  date: string;
  sId: number;
  surveyName: string;
  patients: number;
}

/** How many are asked what on each day from one to another, both included; of today only what is still to come, of days that are over nothing. */
export function calendarOf(
  { today, rules }: { today: readonly Today[]; rules: readonly Rule[] },
  { from, to, on }: { from: string; to: string; on: string },
  { dayOf, startOf }: ZoneDays,
): CalendarDay[] {
  const found = new Map<string, CalendarDay>();
  const add = (date: string, { surveyId, surveyName }: Pick<Rule, 'surveyId' | 'surveyName'>, patients: number) => {
    const key = `${date} ${surveyId}`;
    const known = found.get(key) ?? { date, sId: surveyId, surveyName, patients: 0 };
    found.set(key, { ...known, patients: known.patients + patients });
  };
  if (from <= on && on <= to) for (const row of today) add(on, row, row.patients);
  // What lies before the day after today is over or was counted.
  const tomorrow = addDays(on, 1);
  const before = new Date(startOf(from > tomorrow ? from : tomorrow).getTime() - 1);
  const end = startOf(addDays(to, 1));
  for (const rule of rules) {
    const recurrence = keptRecurrence(rule.recurrence);
    for (let n = occurrenceAfter(recurrence, rule.startsAt, before); ; n += 1) {
      const at = occurrence(recurrence, rule.startsAt, n);
      if (at >= end) break;
      add(dayOf(at), rule, rule.items);
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      one.date.localeCompare(other.date) || one.surveyName.localeCompare(other.surveyName) || one.sId - other.sId,
  );
}
