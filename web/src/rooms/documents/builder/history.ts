/** What can be undone, and what was undone. */
import type { BuilderState } from './fields.ts';

export interface History {
  past: readonly BuilderState[];
  future: readonly BuilderState[];
  /** What the last step was; more of the same is undone with it. */
  last: string | null;
}

export const noHistory: History = { past: [], future: [], last: null };
const mostSteps = 200;

/** One more step away from `before`; of one kind in a row, such as letters of a label, it is one step. */
export const stepped = (history: History, before: BuilderState, kind: string | null = null): History => ({
  past:
    kind !== null && kind === history.last && history.past.length > 0
      ? history.past
      : [...history.past, before].slice(-mostSteps),
  future: [],
  last: kind,
});

interface Turned {
  history: History;
  state: BuilderState;
}

export function undone({ past, future }: History, now: BuilderState): Turned | null {
  const state = past.at(-1);
  return state ? { state, history: { past: past.slice(0, -1), future: [now, ...future], last: null } } : null;
}

export function redone({ past, future }: History, now: BuilderState): Turned | null {
  const [state, ...rest] = future;
  return state ? { state, history: { past: [...past, now], future: rest, last: null } } : null;
}
