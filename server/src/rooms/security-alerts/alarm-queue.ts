/**
 * Alarms wait here for their turn, one after the other. One that cannot be written is tried again. Those of a kind and a company
 * wait together: of more than a few the rest is counted and the number told, so that nobody drowns the alarms of others (P11-18).
 */
import { outsideOfCalls } from '#platform/core/context.ts';
import { databaseIsAway } from '#platform/database/db.ts';

/** What alarms that wait together have in common; null for one that says all there is to say, however often it is raised. */
export type Alike = { companyId: number } | null;

interface Waiting<A extends Alike> {
  /** The same for those that wait together. */
  heap: string;
  about: A;
  write: () => Promise<void>;
  /** Called instead where it is counted alone, or is never written. */
  dropped?: () => void;
}
interface Heap<A extends Alike> {
  about: A;
  waiting: Pick<Waiting<A>, 'write' | 'dropped'>[];
  /** How many are only counted, and when that is told next. */
  more: number;
  tellsAt: number;
  failures: number;
}

interface Options<A extends Alike> {
  /** Says how many more there were; false when it was said too lately to say it again. */
  tellMore: (about: NonNullable<A>, more: number) => Promise<boolean>;
  onError: (error: unknown) => void;
  /** Of those that wait together. */
  most?: number;
  /** After a failure. */
  againMs?: number;
  /** So long more of them may come before their number is told. */
  countsForMs?: number;
}

export interface AlarmQueue<A extends Alike> {
  add: (alarm: Waiting<A>) => void;
  /** Writes what waits, if it can be written. */
  stop: () => Promise<void>;
}

const mostFailures = 3;

export function alarmQueue<A extends Alike>(options: Options<A>): AlarmQueue<A> {
  const { tellMore, onError, most = 100, againMs = 1_000, countsForMs = 10_000 } = options;
  const heaps = new Map<string, Heap<A>>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;

  const tellsNow = ({ more, tellsAt }: Heap<A>) => more > 0 && (isStopping || performance.now() >= tellsAt);
  /** The heap whose turn was the longest ago. */
  const next = () => [...heaps].find(([, heap]) => heap.waiting.length > 0 || tellsNow(heap));

  const count = (heap: Heap<A>, more: number) => {
    if (heap.more === 0) heap.tellsAt = performance.now() + countsForMs;
    heap.more += more;
  };
  /** Both say whether the next may be tried at once, which has no use while the database is away. */
  const tellNumber = async (name: string, heap: Heap<A>): Promise<boolean> => {
    const { more, about } = heap;
    heap.more = 0;
    let isAway = false;
    try {
      if (about !== null && (await tellMore(about, more))) return true;
    } catch (error) {
      isAway = databaseIsAway(error);
      onError(error);
    }
    if (isStopping || about === null) onError(new Error(`${more} more alarms were not told: ${name}`));
    else count(heap, more);
    return !isAway;
  };
  const writeNext = async (heap: Heap<A>): Promise<boolean> => {
    const first = heap.waiting.shift() as Heap<A>['waiting'][number];
    try {
      await first.write();
      heap.failures = 0;
      return true;
    } catch (error) {
      onError(error);
      const isAway = databaseIsAway(error);
      if (!isAway) heap.failures += 1;
      if (isAway || heap.failures < mostFailures) heap.waiting.unshift(first);
      else {
        heap.failures = 0;
        count(heap, 1);
        first.dropped?.();
      }
      return !isAway;
    }
  };
  const takeAll = async () => {
    for (let found = next(); found; found = next()) {
      const [name, heap] = found;
      heaps.delete(name);
      heaps.set(name, heap);
      const goesOn = await (tellsNow(heap) ? tellNumber(name, heap) : writeNext(heap));
      if (heap.waiting.length === 0 && heap.more === 0) heaps.delete(name);
      if (!goesOn) return;
    }
  };
  const run = () =>
    (running ??= outsideOfCalls(takeAll).finally(() => {
      running = undefined;
      if (heaps.size > 0 && !isStopping) timer = setTimeout(() => void run(), againMs).unref();
    }));

  return {
    add: ({ heap: name, about, write, dropped }) => {
      const heap = heaps.get(name) ?? { about, waiting: [], more: 0, tellsAt: 0, failures: 0 };
      heaps.set(name, heap);
      if (about !== null && heap.waiting.length >= most) {
        count(heap, 1);
        dropped?.();
      } else if (about !== null || heap.waiting.length === 0) heap.waiting.push({ write, ...(dropped && { dropped }) });
      clearTimeout(timer);
      void run();
    },
    stop: async () => {
      clearTimeout(timer);
      isStopping = true;
      await running;
      await run();
      for (const [name, { waiting, more }] of heaps) {
        for (const { dropped } of waiting) dropped?.();
        onError(new Error(`${waiting.length + more} alarms were not written: ${name}`));
      }
    },
  };
}
