/** Two ways of doing the same, measured in turns within one run, since machines are noisy. */

/** One caller of a way: does the thing once. */
export type Caller = (turn: number) => Promise<unknown>;
export interface Way {
  name: string;
  /** As many as are to work at the same time. */
  callers: readonly Caller[];
}
export interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
}

/** Lets every caller of a way work for this long. */
async function measure(way: Way, ms: number): Promise<Measured> {
  const took: number[] = [];
  const began = performance.now();
  const until = began + ms;
  await Promise.all(
    way.callers.map(async (caller) => {
      for (let turn = 0; performance.now() < until; turn++) {
        const start = performance.now();
        await caller(turn);
        took.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  took.sort((a, b) => a - b);
  return { perSecond: took.length / seconds, p50: at(took, 0.5), p95: at(took, 0.95) };
}

/** Each way once to warm up, then in turns; the medians over the rounds. `clear` takes away what a way has left behind. */
export async function inTurns<N extends string>(
  ways: Record<N, Way['callers']>,
  { rounds, ms, clear }: { rounds: number; ms: number; clear?: () => Promise<unknown> },
): Promise<Record<N, Measured>> {
  const named = Object.entries(ways) as [N, Way['callers']][];
  const all = named.map(() => [] as Measured[]);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, [name, callers]] of named.entries()) {
      const measured = await measure({ name, callers }, ms);
      await clear?.();
      if (round > 0) all[i]?.push(measured);
    }
  }
  return Object.fromEntries(
    named.map(([name], i) => {
      const rows = all[i] ?? [];
      return [
        name,
        {
          perSecond: median(rows.map((row) => row.perSecond)),
          p50: median(rows.map((row) => row.p50)),
          p95: median(rows.map((row) => row.p95)),
        },
      ];
    }),
  ) as Record<N, Measured>;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
export const median = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );
