/** When a schedule asks: the occurrences of its rule, at the time of day of its start, in UTC. The database says the same (`occurrence_at`). */
import type { Recurrence, Unit } from '../assessments/recurrence.ts';

const dayMs = 86_400_000;

/** As a schedule keeps it. The trigger of a workflow may be longer than what a person may set (CGW-15, SCH-05). */
export function keptRecurrence(text: string): Recurrence {
  const [, digits, unit] = /^([1-9]\d{0,3})([dwM])$/.exec(text) ?? [];
  if (unit === undefined) throw new Error(`${text} is no recurrence`);
  return { every: Number(digits), unit: unit as Unit };
}

/** The occurrence with this number, counted from 0. A month has the day of the start or, from the 29th on, its last one (SCH-10). */
export function occurrence({ every, unit }: Recurrence, start: Date, n: number): Date {
  if (unit !== 'M') return new Date(start.getTime() + n * every * dayMs * (unit === 'w' ? 7 : 1));
  const day = start.getUTCDate();
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + n * every];
  const at = day > 28 ? Date.UTC(year, month + 1, 0) : Date.UTC(year, month, day);
  return new Date(at + (start.getTime() % dayMs));
}

/** The number of the first one after a moment. */
export function occurrenceAfter(recurrence: Recurrence, start: Date, moment: Date): number {
  const { every, unit } = recurrence;
  if (unit !== 'M') {
    if (moment < start) return 0;
    return 1 + Math.floor((moment.getTime() - start.getTime()) / (every * dayMs * (unit === 'w' ? 7 : 1)));
  }
  const months = (moment.getUTCFullYear() - start.getUTCFullYear()) * 12 + moment.getUTCMonth() - start.getUTCMonth();
  const n = Math.max(0, Math.floor(months / every));
  return occurrence(recurrence, start, n) > moment ? n : n + 1;
}
