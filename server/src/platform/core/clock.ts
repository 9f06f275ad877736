/** The one clock that every rule about time reads. In test mode it can be moved; it then runs on from there. */
export interface Clock {
  now: () => Date;
  /** The UTC day, `YYYY-MM-DD`: what "today" means on the server. */
  today: () => string;
  /** Moves the clock to an instant, or back to the real one with null. */
  set: (instant: Date | null) => void;
}

export function makeClock(): Clock {
  let shift = 0;
  const now = () => new Date(Date.now() + shift);
  return {
    now,
    today: () => now().toISOString().slice(0, 10),
    set: (instant) => {
      shift = instant === null ? 0 : instant.getTime() - Date.now();
    },
  };
}

/** The day this many days after another. Days stay text. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
