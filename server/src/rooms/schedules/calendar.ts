import { keptRecurrence, occurrence, occurrenceAfter } from '@portal/contract/schedules/occurrences.ts';

interface Rule {
  surveyId: number;
  surveyName: string;
  recurrence: string;
  /** The day of the start; what starts on one day comes on the same days. */
  startsOn: string;
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

const dayMs = 86_400_000;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** How many are asked what on each day from one to another, both included; of today only what is still to come, of days that are over nothing. */
export function calendarOf(
  { today, rules }: { today: readonly Today[]; rules: readonly Rule[] },
  { from, to, on }: { from: string; to: string; on: string },
): CalendarDay[] {
  const found = new Map<string, CalendarDay>();
  const add = (date: string, { surveyId, surveyName }: Pick<Rule, 'surveyId' | 'surveyName'>, patients: number) => {
    const key = `${date} ${surveyId}`;
    const known = found.get(key) ?? { date, sId: surveyId, surveyName, patients: 0 };
    found.set(key, { ...known, patients: known.patients + patients });
  };
  if (from <= on && on <= to) for (const row of today) add(on, row, row.patients);
  // What lies before the day after today is over or was counted.
  const before = new Date(Math.max(startOf(from).getTime() - 1, startOf(on).getTime() + dayMs - 1));
  for (const rule of rules) {
    const recurrence = keptRecurrence(rule.recurrence);
    const start = startOf(rule.startsOn);
    for (let n = occurrenceAfter(recurrence, start, before); ; n += 1) {
      const date = dayOf(occurrence(recurrence, start, n));
      if (date > to) break;
      add(date, rule, rule.items);
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      one.date.localeCompare(other.date) || one.surveyName.localeCompare(other.surveyName) || one.sId - other.sId,
  );
}
