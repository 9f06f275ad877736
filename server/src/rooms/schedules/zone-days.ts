import { addDays } from '#platform/core/clock.ts';

/** The days of a time zone, between now and the latest plausible day: since 1970 each begins at a quarter of an hour of UTC. */
const quarterMs = 900_000;
/** No zone is farther from UTC. */
const farthest = 15 * 4;

export interface ZoneDays {
  dayOf: (at: Date) => string;
  /** Its first moment; of a day that a zone has left out, that of the next one. */
  startOf: (day: string) => Date;
}

export function daysOf(zone: string): ZoneDays {
  // Canada writes days as we do.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const known = new Map<number, string>();
  const dayAt = (quarter: number): string => {
    const day = known.get(quarter) ?? format.format(quarter * quarterMs);
    known.set(quarter, day);
    return day;
  };
  return {
    dayOf: (at) => dayAt(Math.floor(at.getTime() / quarterMs)),
    startOf: (day) => {
      const middle = Date.parse(`${day}T00:00:00Z`) / quarterMs;
      let [before, from] = [middle - farthest, middle + farthest];
      while (from - before > 1) {
        const half = Math.floor((before + from) / 2);
        if (dayAt(half) < day) before = half;
        else from = half;
      }
      return new Date(from * quarterMs);
    },
  };
}

/** The times of the day, in seconds of UTC, at which the days from one to another begin: between two of them nothing parts what comes daily. */
export function beginnings({ startOf }: ZoneDays, from: string, to: string): number[] {
  const found = new Set<number>();
  for (let day = from; day <= to; day = addDays(day, 1)) found.add((startOf(day).getTime() / 1000) % 86_400);
  return [...found].toSorted((one, other) => one - other);
}
