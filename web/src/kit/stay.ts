import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

let mayHold = () => true;
/** Anything is held up only while this is true: as long as somebody is signed in. */
export const holdOnlyWhile = (condition: () => boolean): void => {
  mayHold = condition;
};

let held = 0;
/** Whether something would be lost by leaving now. */
export const holdsSomething = (): boolean => held > 0;

let onItsWay = 0;
/** Told by each dialog that sends something: until it is through nothing leads away from what is typed around it either, and nobody is asked. */
export function useOnItsWay(isSending: boolean): void {
  useLayoutEffect(() => {
    const one = Number(isSending);
    onItsWay += one;
    return () => void (onItsWay -= one);
  }, [isSending]);
}

/**
 * What leads away from something: another page and, where the page would show something else instead or take away the dialog over it,
 * also every step within it. A step that only replaces the address of the page shows the same.
 */
export type Away = 'page' | 'step';

/**
 * While there is something to lose, whatever leads away asks first, and reloading asks as the browser does. What leads away by
 * itself, such as signing out or the end of the session, is not held up. Without `ask` it is lost with the tab alone.
 */
export function useStay(holds: boolean, ask: ((goOn: () => void) => void) | null, away: Away = 'step'): void {
  // A piece that is shown alone has none.
  const router = useRouter({ warn: false }) as { history: RouterHistory } | null;
  const history = router?.history;
  const latest = useRef(ask);
  useLayoutEffect(() => {
    latest.current = ask;
  });
  // At once: Back may be the very next key.
  useLayoutEffect(() => {
    if (!holds || !history) return;
    held += 1;
    const release = history.block({
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        const { pathname, href, state } = nextLocation;
        const isSamePage = pathname === currentLocation.pathname;
        const isPressed = action === 'PUSH' || action === 'REPLACE';
        if (!latest.current || (isPressed && !mayHold())) return false;
        if (isSamePage && (away === 'page' || action === 'REPLACE')) return false;
        if (onItsWay) return true;
        const at = { ignoreBlocker: true };
        latest.current(() => {
          if (action === 'PUSH') history.push(href, state, at);
          else if (action === 'REPLACE') history.replace(href, state, at);
          else history.go(state.__TSR_index - currentLocation.state.__TSR_index, at);
        });
        return true;
      },
      enableBeforeUnload: () => mayHold(),
    });
    return () => {
      held -= 1;
      release();
    };
  }, [holds, history, away]);
}
