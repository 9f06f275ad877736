import { useEffect } from 'react';
import { idleFor, noteInput } from '#api/idle.ts';
import { send, untoldFor } from '#api/send.ts';
import { isLeaving, mayBeSignedIn, renewToken, sessionState } from '#api/session.ts';

const inputs = ['mousemove', 'mousedown', 'touchstart', 'wheel', 'scroll', 'keydown'] as const;
const tellAfterMs = 4 * 60_000;

/** Hears of everything that a person does in this tab; gives back how to stop it. */
export function listenToInputs(listener: () => void): () => void {
  for (const input of inputs) window.addEventListener(input, listener, { capture: true, passive: true });
  return () => {
    for (const input of inputs) window.removeEventListener(input, listener, { capture: true });
  };
}

/** SEC-04: typing without requests counts, so the server is told of it. A failure shows with the next call. */
export function tellInput(idleMs: number): void {
  void send({ method: 'POST', path: '/auth/activity', body: { idleMs } }).catch(() => undefined);
}

/** Whether something was done that no call has told the server of for a while. */
export const isUntold = (): boolean => untoldFor() >= tellAfterMs && idleFor() < untoldFor();

/**
 * For pages that need no session: who is signed in all the same is neither warned nor signed out there (SES-16), but what they do
 * keeps their session, in every tab (SEC-04). A page that was loaded anew has no token yet and asks for one when it has to tell.
 */
export function useInputOnOpenPages(): void {
  useEffect(() => {
    let isOver = false;
    const mayTell = () => !isOver && mayBeSignedIn() && !isLeaving() && sessionState().phase !== 'none';
    const tell = async () => {
      // Nobody is signed in any more: that is told by the next page that needs a session.
      isOver = sessionState().phase !== 'held' && !(await renewToken().catch(() => false));
      if (!isOver) tellInput(idleFor());
    };
    let telling: Promise<void> | undefined;
    const timer = setInterval(() => {
      if (mayTell() && isUntold()) telling ??= tell().finally(() => (telling = undefined));
    }, 1000);
    const quiet = listenToInputs(() => mayTell() && noteInput());
    return () => {
      clearInterval(timer);
      quiet();
    };
  }, []);
}
