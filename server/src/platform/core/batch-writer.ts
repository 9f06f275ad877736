/** Entries that are written beside the calls they come of: gathered, and written in batches. A graceful stop loses none. */
export interface BatchWriter<T> {
  add: (entry: T) => void;
  flush: () => Promise<void>;
  stop: () => Promise<void>;
  state: () => Gathered;
}

/** How many entries wait, and how many were let go since the start. */
export interface Gathered {
  waiting: number;
  letGo: number;
}

const atOnce = 500;

/** What the database refuses for its content, now and every other time. */
const cannotBeStored = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');

interface Options<T> {
  everyMs: number;
  /** So many may wait; what comes then is let go, and told in numbers. */
  most?: number;
  /** What those have in common that are counted together; of few values. */
  kindOf?: (entry: T) => string;
}

/** A batch that could not be written waits with the others for the next time. */
export function batchWriter<T>(
  write: (batch: readonly T[]) => Promise<unknown>,
  onError: (error: unknown) => void,
  { everyMs, most = Number.POSITIVE_INFINITY, kindOf = () => 'entries' }: Options<T>,
): BatchWriter<T> {
  let waiting: T[] = [];
  const letGo = new Map<string, number>();
  let letGoInAll = 0;
  /** So many of the next are written one by one. */
  let alone = 0;
  let running: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    if (letGo.size > 0) {
      const counted = [...letGo].map(([kind, many]) => `${many} ${kind}`).join(', ');
      letGo.clear();
      onError(new Error(`Dropped while the database was away: ${counted}`));
    }
    const batch = waiting.splice(0, alone > 0 ? 1 : atOnce);
    if (batch.length === 0) return;
    try {
      await write(batch);
    } catch (error) {
      const isBad = cannotBeStored(error);
      if (isBad && batch.length === 1) onError(error);
      else waiting = [...batch, ...waiting];
      if (!isBad) throw error;
      // One bad entry does not hold up the others: these are written one by one.
      if (batch.length > 1) alone = batch.length + 1;
    }
    alone = Math.max(0, alone - 1);
    await writeAll();
  };
  const flush = async () => {
    running ??= writeAll()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    await running;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    add: (entry) => {
      if (waiting.length < most) {
        waiting.push(entry);
        return;
      }
      letGoInAll += 1;
      letGo.set(kindOf(entry), (letGo.get(kindOf(entry)) ?? 0) + 1);
    },
    flush,
    state: () => ({ waiting: waiting.length, letGo: letGoInAll }),
    stop: async () => {
      clearInterval(timer);
      // One that is under way may have begun before the last entry.
      await flush();
      await flush();
    },
  };
}
