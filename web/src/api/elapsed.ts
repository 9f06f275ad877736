/** A moment by both clocks of the browser: the one may be set anew, and the other stands still while some computers sleep. */
export interface Moment {
  byDate: number;
  byTicks: number;
}

/** So many milliseconds ago. */
export const momentBefore = (ms: number): Moment => ({ byDate: Date.now() - ms, byTicks: performance.now() - ms });
export const thisMoment = (): Moment => momentBefore(0);

/** Of two moments of this page. */
export const isLater = (one: Moment, other: Moment): boolean => one.byTicks > other.byTicks;

/** How many milliseconds ago that was, by the clock that says more: none that is set back makes it less (REL-10). */
export const since = ({ byDate, byTicks }: Moment): number =>
  Math.floor(Math.max(0, Date.now() - byDate, performance.now() - byTicks));
