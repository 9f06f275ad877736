/** The one clock that every rule about time reads. In test mode it can be moved; it then runs on from there. */
export interface Clock {
  now: () => Date;
  /** The UTC day, `YYYY-MM-DD`: what "today" means on the server. */
  today: () => string;
  /** Moves the clock to an instant, or back to the real one with null. */
  set: (instant: Date | null) => void;
  /** Takes the real time from somebody who knows it to so many milliseconds, unless its own may be as good. */
  learn: (real: number, withinMs: number) => void;
}

/** The machine is asked once for the time; from then on it is measured, so that nobody who sets it moves ours. */
export function makeClock(machine: () => number = Date.now): Clock {
  let start = machine() - performance.now();
  let shift = 0;
  const real = () => start + performance.now();
  const now = () => new Date(real() + shift);
  return {
    now,
    today: () => now().toISOString().slice(0, 10),
    set: (instant) => {
      shift = instant === null ? 0 : instant.getTime() - real();
    },
    learn: (told, withinMs) => {
      const late = told - real();
      if (Math.abs(late) > withinMs) start += late;
    },
  };
}

/** The day this many days after another. Days stay text. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
