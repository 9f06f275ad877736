import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { onReconnect } from '#api/live.ts';
import { toastFailure } from '#kit/toast.ts';

/** After the last key of somebody who types. */
const pauseMs = 800;

export type KeepingState =
  | { is: 'none' | 'waiting' | 'saving' }
  | { is: 'saved'; at: Date }
  /** Nothing is lost: the screen still has it, and the next change, a press, or the network that is back tries again. */
  | { is: 'failed'; failure: unknown };

/** What stands on the server, and when it was kept. */
export interface Kept<T> {
  what: T;
  savedAt: Date;
}
/** What the next save goes on from: what is known to stand, and a later try that no answer came to. */
export interface Ground<T> {
  base: Kept<T> | null;
  lost: T | null;
}

/**
 * Keeps what is typed on the server, one save after the other, the newest last. Each says what it goes on from, so that none replaces
 * what was kept in another window or on another device meanwhile (REL-07).
 */
export function useKeeping<T>(send: (what: T, goesOnFrom: Date | null) => Promise<Date>, begun: Ground<T>) {
  const [state, setState] = useState<KeepingState>(
    begun.base ? { is: 'saved', at: begun.base.savedAt } : { is: 'none' },
  );
  /** The last save failed, and none has worked since: another one that waits or is on its way may fail as well. */
  const [isFailing, setFailing] = useState(false);
  const line = useRef<{
    next: T | null;
    timer: ReturnType<typeof setTimeout> | undefined;
    running: Promise<void> | null;
    /** The network kept back what is next. */
    isCut: boolean;
    ground: Ground<T>;
    /** Why the last save failed. */
    failure: unknown;
  }>({ next: null, timer: undefined, running: null, isCut: false, ground: begun, failure: null });
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  const write = useCallback(async (what: T): Promise<Date> => {
    const now = line.current;
    const savedAt = await latest.current(what, now.ground.base?.savedAt ?? null).catch((failure: unknown) => {
      if (!isRefused(failure)) now.ground = { ...now.ground, lost: what };
      throw failure;
    });
    now.ground = { base: { what, savedAt }, lost: null };
    return savedAt;
  }, []);
  /** What no answer came to may stand on the server: the same again tells, before what goes on from it. */
  const writeInTurn = useCallback(
    async (what: T): Promise<Date> => {
      const { lost } = line.current.ground;
      if (lost !== null && lost !== what) await write(lost);
      return write(what);
    },
    [write],
  );

  const saveNow = useCallback(async (): Promise<void> => {
    const now = line.current;
    clearTimeout(now.timer);
    while (now.running) await now.running;
    const what = now.next;
    if (what === null) return;
    now.next = null;
    now.isCut = false;
    now.failure = null;
    setState({ is: 'saving' });
    now.running = writeInTurn(what)
      .then(
        (at) => {
          setFailing(false);
          setState(now.next === null ? { is: 'saved', at } : { is: 'waiting' });
        },
        (failure: unknown) => {
          // What was typed since is newer.
          now.next ??= what;
          now.isCut = !isRefused(failure);
          now.failure = failure;
          setFailing(true);
          setState({ is: 'failed', failure });
        },
      )
      .finally(() => (now.running = null));
    await now.running;
  }, [writeInTurn]);

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
  /**
   * Nothing more is kept, and nothing is on its way any more: a draft must not come after what it was a draft of. Gives why the last one
   * was not kept, where it was not.
   */
  const stop = useCallback(async (): Promise<unknown> => {
    const now = line.current;
    clearTimeout(now.timer);
    now.next = null;
    while (now.running) await now.running;
    now.next = null;
    return now.failure;
  }, []);
  const ground = useCallback(() => line.current.ground, []);
  /** Another draft stands than the one that was gone on from, or none any more. */
  const goOnFrom = useCallback((base: Kept<T> | null) => {
    line.current.ground = { base, lost: null };
    line.current.failure = null;
    setFailing(false);
    setState(base ? { is: 'saved', at: base.savedAt } : { is: 'none' });
  }, []);
  const forget = useCallback(() => {
    setFailing(false);
    setState({ is: 'none' });
  }, []);

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

  // Whoever goes on to another page has typed it all the same, and is told there where it could not be saved.
  useEffect(() => {
    const now = line.current;
    return () => void saveNow().then(() => now.next !== null && tellUnkept(now.failure));
  }, [saveNow]);
  return useMemo(
    () => ({ state, isFailing, keep, saveNow, stop, ground, goOnFrom, forget }),
    [state, isFailing, keep, saveNow, stop, ground, goOnFrom, forget],
  );
}

/** Whose session has ended is asked to sign in again, and told so there. */
function tellUnkept(failure: unknown): void {
  if (failure instanceof CallFailure && failure.status === 401) return;
  toastFailure('Your last changes to the assessment may not be saved.', sentenceOf(failure));
}

/** By the server, which would say the same again: nothing was kept. What got no answer, or a broken one, may have been. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.status > 0 && failure.status < 500;

/** The draft that stands, where another one than the one that was gone on from does (REL-07); null where nobody here can read it. */
export function standingIn<T>(failure: unknown): { draft: T | null; savedAt: Date } | null {
  if (!(failure instanceof CallFailure) || failure.code !== 'stale') return null;
  const { draft, savedAt } = failure.detail['current'] as { draft: T | null; savedAt: string };
  return { draft, savedAt: new Date(savedAt) };
}
