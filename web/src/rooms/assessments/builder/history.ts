/** What can be undone, and what was undone. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** What the last step was; more of the same is undone with it. */
  last: string | null;
}

const mostSteps = 200;

export const begun = <State>(present: State): History<State> => ({ past: [], present, future: [], last: null });

/** One more step; of one kind in a row, such as a move by the keyboard, it is one step. */
export const stepped = <State>(
  { past, present, last }: History<State>,
  next: State,
  kind: string | null = null,
): History<State> => ({
  past: kind !== null && kind === last ? past : [...past, present].slice(-mostSteps),
  present: next,
  future: [],
  last: kind,
});

export function undone<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], last: null };
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest, last: null };
}
