import { useEffect } from 'react';
import { idleFor, noteInput } from '#api/idle.ts';
import { send, untoldFor } from '#api/send.ts';
import { isLeaving, mayBeSignedIn, renewToken, sessionState } from '#api/session.ts';

const inputs = ['mousemove', 'mousedown', 'mouseup', 'touchstart', 'touchmove', 'wheel', 'keydown'] as const;
const tellAfterMs = 4 * 60_000;
const scrollFollowsMs = 1_000;

/**
 * Hears of everything that a person does in this tab; gives back how to stop it. A page scrolls by itself, too, as when a message
 * arrives: a scroll counts only soon after something else was done, or while the mouse holds the scroll bar, which tells of no moves.
 */
export function listenToInputs(listener: () => void): () => void {
  let doneAt = -Infinity;
  let isHeld = false;
  const onInput = (event: Event) => {
    doneAt = Date.now();
    if (event instanceof MouseEvent) isHeld = event.buttons === 1;
    listener();
  };
  const onScroll = () => {
    if (isHeld || Date.now() - doneAt < scrollFollowsMs) listener();
  };
  const listeners = [...inputs.map((input) => [input, onInput] as const), ['scroll', onScroll] as const];
  for (const [type, hear] of listeners) window.addEventListener(type, hear, { capture: true, passive: true });
  return () => {
    for (const [type, hear] of listeners) window.removeEventListener(type, hear, { capture: true });
  };
}

/** SEC-04: typing without requests counts, so the server is told of it. A failure shows with the next call. */
export function tellInput(idleMs: number): void {
  void send({ method: 'POST', path: '/auth/activity', body: { idleMs } }).catch(() => undefined);
}

/** Whether something was done that no call has told the server of for a while. */
export const isUntold = (): boolean => untoldFor() >= tellAfterMs && idleFor() < untoldFor();

/**
 * For pages that need no session: who is signed in all the same is neither warned nor signed out there (SES-16), so the server is
 * told that they are at work as long as they have the page in front of them. What they do keeps their session in every tab (SEC-04).
 * A page that was loaded anew has no token yet and asks for one when it has to tell.
 */
export function useInputOnOpenPages(): void {
  useEffect(() => {
    let isOver = false;
    let atWorkToldAt = Date.now();
    const isAtWork = () => document.visibilityState === 'visible' && Date.now() - atWorkToldAt >= tellAfterMs;
    const mayTell = () => !isOver && mayBeSignedIn() && !isLeaving() && sessionState().phase !== 'none';
    const tell = async (idleMs: number) => {
      const isIn = sessionState().phase === 'held' || (await renewToken().catch(() => undefined));
      // Nobody is signed in any more: that is told by the next page that needs a session. Without an answer it is asked again later.
      isOver = isIn === false;
      if (isIn) tellInput(idleMs);
    };
    let telling: Promise<void> | undefined;
    const timer = setInterval(() => {
      const atWork = isAtWork();
      if (telling || !mayTell() || !(atWork || isUntold())) return;
      if (atWork) atWorkToldAt = Date.now();
      telling = tell(atWork ? 0 : idleFor()).finally(() => (telling = undefined));
    }, 1000);
    const quiet = listenToInputs(() => mayTell() && noteInput());
    return () => {
      clearInterval(timer);
      quiet();
    };
  }, []);
}
