/** What a long run must not have changed (REL-16). */

/** A sixteenth of the run: half an hour of eight. */
export interface Part {
  calls: number;
  errors: number;
  p95Ms: number;
  /** In the middle of the part's samples, as are the next two. */
  memoryMb: number;
  /** Sockets that the server has open: of browsers, of its database. */
  connections: number;
  /** What else it has open. */
  files: number;
}
export const partsOfRun = 16;

/**
 * What has changed, in sentences; what could not be measured counts as changed. The first part warms up: what comes after it is what the
 * last one is held against.
 */
export function changesIn(parts: readonly Part[], p95OfHours: { first: number; last: number }): string[] {
  const [before, after] = [parts[1], parts.at(-1)];
  if (!before || !after) throw new Error('A run has parts.');
  const sum = (of: (part: Part) => number) => parts.reduce((all, part) => all + of(part), 0);
  const [calls, errors] = [sum((part) => part.calls), sum((part) => part.errors)];
  const changes: string[] = [];
  if (!(after.memoryMb <= 1.1 * before.memoryMb))
    changes.push(
      `Memory has grown by more than 10 %: from ${before.memoryMb.toFixed(0)} to ${after.memoryMb.toFixed(0)} MB.`,
    );
  // One or two come and go with the call of the moment, and connections to the database that nobody needs are given up; a page that
  // loses its own is counted among the errors.
  for (const what of ['connections', 'files'] as const)
    if (!(after[what] <= before[what] + 2))
      changes.push(`The number of open ${what} has grown: from ${before[what]} to ${after[what]}.`);
  if (!(errors < 0.0001 * calls)) changes.push(`${errors} of ${calls} calls failed, which is 0.01 % or more.`);
  if (!(p95OfHours.last <= 1.2 * p95OfHours.first))
    changes.push(
      `p95 is more than 20 % over that of the first hour: ${p95OfHours.first.toFixed(1)} ms, then ${p95OfHours.last.toFixed(1)} ms.`,
    );
  return changes;
}
