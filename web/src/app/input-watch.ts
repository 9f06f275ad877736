import { useEffect } from 'react';
import { type Moment, since, thisMoment } from '#api/elapsed.ts';
import { idleFor, noteInput, noteKnown, untoldFor } from '#api/idle.ts';
import { send } from '#api/send.ts';
import { isLeaving, mayBeSignedIn, renewToken, sessionState } from '#api/session.ts';

const inputs = ['mousemove', 'mousedown', 'mouseup', 'touchstart', 'touchmove', 'wheel', 'keydown'] as const;
const tellAfterMs = 4 * 60_000;
const tellAgainAfterMs = 10_000;
const scrollFollowsMs = 1_000;

/**
 * Hears of everything that a person does in this tab; gives back how to stop it. A page scrolls by itself, too, as when a message
 * arrives: a scroll counts only soon after something else was done, or while the mouse holds the scroll bar, which tells of no moves.
 */
export function listenToInputs(listener: () => void): () => void {
  let doneAt: Moment | null = null;
  let isHeld = false;
  const onInput = (event: Event) => {
    doneAt = thisMoment();
    if (event instanceof MouseEvent) isHeld = event.buttons === 1;
    listener();
  };
  const onScroll = () => {
    if (isHeld || (doneAt && since(doneAt) < scrollFollowsMs)) listener();
  };
  const listeners = [...inputs.map((input) => [input, onInput] as const), ['scroll', onScroll] as const];
  for (const [type, hear] of listeners) window.addEventListener(type, hear, { capture: true, passive: true });
  return () => {
    for (const [type, hear] of listeners) window.removeEventListener(type, hear, { capture: true });
  };
}

/** SEC-04: typing without requests counts, so the server is told of it. */
export const tellInput = (idleMs: number) => send({ method: 'POST', path: '/auth/activity', body: { idleMs } });

/**
 * Whether something was done since the last input that the server knows of, and that one was a while ago: 15 minutes after it the
 * server ends the session, whatever was done since. So the first input after a pause is told at once.
 */
export const isUntold = (): boolean => untoldFor() >= tellAfterMs;

/** Tells one at a time, and after one that failed not again at once. A failure shows with the next call. */
export function patiently<Given>(tell: (given: Given) => Promise<unknown>): (given: Given) => void {
  let isTelling = false;
  let failedAt: Moment | null = null;
  return (given) => {
    if (isTelling || (failedAt && since(failedAt) < tellAgainAfterMs)) return;
    isTelling = true;
    void tell(given)
      .then(
        () => (failedAt = null),
        () => (failedAt = thisMoment()),
      )
      .finally(() => (isTelling = false));
  };
}

/**
 * For pages that need no session: who is signed in all the same is neither warned nor signed out there (SES-16), so the server is
 * told that they are at work as long as they have the page in front of them. What they do keeps their session in every tab (SEC-04).
 * A page that was loaded anew has no token yet and asks for one when it has to tell.
 */
export function useInputOnOpenPages(): void {
  useEffect(() => {
    let isOver = false;
    let atWorkToldAt = thisMoment();
    const isAtWork = () => document.visibilityState === 'visible' && since(atWorkToldAt) >= tellAfterMs;
    const mayTell = () => !isOver && mayBeSignedIn() && !isLeaving() && sessionState().phase !== 'none';
    const tell = patiently(async (atWork: boolean) => {
      const isIn = sessionState().phase === 'held' || (await renewToken());
      // Nobody is signed in any more: that is told by the next page that needs a session. Without an answer it is asked again later.
      isOver = !isIn;
      if (isOver) return;
      await tellInput(atWork ? 0 : idleFor());
      if (!atWork) return;
      atWorkToldAt = thisMoment();
      noteKnown(atWorkToldAt);
    });
    const timer = setInterval(() => {
      const atWork = isAtWork();
      if (mayTell() && (atWork || isUntold())) tell(atWork);
    }, 1000);
    const quiet = listenToInputs(() => mayTell() && noteInput());
    return () => {
      clearInterval(timer);
      quiet();
    };
  }, []);
}
