/** The events of the last minute: a page reads before its line stands, and hears afterwards what changed in between. */
import type { StoredEvent } from '#platform/events/events.ts';

const keptMs = 60_000;
const mostKept = 5_000;

export function makeRecentEvents(now: () => number = () => performance.now(), most = mostKept) {
  let kept: { at: number; event: StoredEvent }[] = [];
  /** Before this nothing is known. */
  let from = now();
  return {
    add: (event: StoredEvent): void => {
      const at = now();
      kept.push({ at, event });
      if (kept.length <= most && kept[0]!.at >= at - 2 * keptMs) return;
      // What is dropped, half of the most at once, is not looked for again.
      const dropped = kept.findLastIndex((one, i) => one.at < at - keptMs || i < kept.length - most / 2);
      from = kept[dropped]?.at ?? from;
      kept = kept.slice(dropped + 1);
    },
    /** Those of so many last milliseconds, or null where it is not known whether there were others. */
    ofLast: (ms: number): StoredEvent[] | null => {
      const since = now() - ms;
      return since <= from ? null : kept.filter(({ at }) => at >= since).map(({ event }) => event);
    },
  };
}
