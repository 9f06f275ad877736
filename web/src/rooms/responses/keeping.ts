import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { onReconnect } from '#api/live.ts';

/** After the last key of somebody who types. */
const pauseMs = 800;

export type KeepingState =
  | { is: 'none' | 'waiting' | 'saving' }
  | { is: 'saved'; at: Date }
  /** Nothing is lost: the screen still has it, and the next change, a press, or the network that is back tries again. */
  | { is: 'failed'; failure: unknown };

/** Keeps what is typed on the server, one save after the other, the newest last. */
export function useKeeping<T>(send: (what: T) => Promise<Date>, savedAt: Date | null = null) {
  const [state, setState] = useState<KeepingState>(savedAt ? { is: 'saved', at: savedAt } : { is: 'none' });
  const line = useRef<{
    next: T | null;
    timer: ReturnType<typeof setTimeout> | undefined;
    running: Promise<void> | null;
    /** The network kept back what is next. */
    isCut: boolean;
  }>({ next: null, timer: undefined, running: null, isCut: false });
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  const saveNow = useCallback(async (): Promise<void> => {
    const now = line.current;
    clearTimeout(now.timer);
    while (now.running) await now.running;
    const what = now.next;
    if (what === null) return;
    now.next = null;
    now.isCut = false;
    setState({ is: 'saving' });
    now.running = latest
      .current(what)
      .then(
        (at) => setState(now.next === null ? { is: 'saved', at } : { is: 'waiting' }),
        (failure: unknown) => {
          // What was typed since is newer.
          now.next ??= what;
          now.isCut = !isRefused(failure);
          setState({ is: 'failed', failure });
        },
      )
      .finally(() => (now.running = null));
    await now.running;
  }, []);

  const keep = useCallback(
    (what: T) => {
      const now = line.current;
      now.next = what;
      clearTimeout(now.timer);
      now.timer = setTimeout(() => void saveNow(), pauseMs);
      setState({ is: 'waiting' });
    },
    [saveNow],
  );
  /** Nothing more is kept, and nothing is on its way any more: a draft must not come after what it was a draft of. */
  const stop = useCallback(async () => {
    const now = line.current;
    clearTimeout(now.timer);
    now.next = null;
    while (now.running) await now.running;
    now.next = null;
  }, []);
  const forget = useCallback(() => setState({ is: 'none' }), []);

  // Listened to from the start: the line may stand again before the screen has said that something was kept back.
  useEffect(() => {
    const again = () => {
      if (line.current.isCut) void saveNow();
    };
    window.addEventListener('online', again);
    const stop = onReconnect(again);
    return () => {
      window.removeEventListener('online', again);
      stop();
    };
  }, [saveNow]);

  // Whoever goes on to another page has typed it all the same.
  useEffect(() => () => void saveNow(), [saveNow]);
  return useMemo(() => ({ state, keep, saveNow, stop, forget }), [state, keep, saveNow, stop, forget]);
}

/** By the server, which would say the same again. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.status > 0 && failure.status < 500;
