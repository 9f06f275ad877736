import { keptRecurrence, occurrence, occurrenceAfter } from '@portal/contract/schedules/occurrences.ts';
import { addDays } from '#platform/core/clock.ts';
import type { ZoneDays } from './zone-days.ts';

interface Today {
  surveyId: number;
  surveyName: string;
  patients: number;
}
interface Coming extends Today {
  /** All by which these patients are asked: how often, and from when (seconds since 1970). */
  rules: readonly [recurrence: string, startsAt: number][];
}
export interface CalendarDay {
  date: string;
  sId: number;
  surveyName: string;
  patients: number;
}

/** How many patients are asked what on each day from one to another, both included; of today only what is still to come, of days that are over nothing. */
export function calendarOf(
  { today, coming }: { today: readonly Today[]; coming: readonly Coming[] },
  { from, to, on }: { from: string; to: string; on: string },
  { dayOf, startOf }: ZoneDays,
): CalendarDay[] {
  const found = new Map<string, CalendarDay>();
  const add = (date: string, { surveyId, surveyName, patients }: Today) => {
    const key = `${date} ${surveyId}`;
    const known = found.get(key) ?? { date, sId: surveyId, surveyName, patients: 0 };
    found.set(key, { ...known, patients: known.patients + patients });
  };
  if (from <= on && on <= to) for (const row of today) add(on, row);
  // What lies before the day after today is over or was counted.
  const tomorrow = addDays(on, 1);
  const before = new Date(startOf(from > tomorrow ? from : tomorrow).getTime() - 1);
  const end = startOf(addDays(to, 1));
  for (const row of coming) {
    // Who has several rules, or whose day has an hour twice, counts once.
    const dates = new Set<string>();
    for (const [text, seconds] of row.rules) {
      const [recurrence, startsAt] = [keptRecurrence(text), new Date(seconds * 1000)];
      for (let n = occurrenceAfter(recurrence, startsAt, before); ; n += 1) {
        const at = occurrence(recurrence, startsAt, n);
        if (at >= end) break;
        dates.add(dayOf(at));
      }
    }
    for (const date of dates) add(date, row);
  }
  return [...found.values()].sort(
    (one, other) =>
      one.date.localeCompare(other.date) || one.surveyName.localeCompare(other.surveyName) || one.sId - other.sId,
  );
}
