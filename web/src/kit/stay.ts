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

/**
 * What leads away from something beside Back and Forward. Over a page, in a dialog, nothing that can be pressed does. In a page it is
 * what leads to another page; where the page would show something else instead, also every step within it. A step that only replaces
 * the address of the page shows the same.
 */
export type Away = 'history' | 'page' | 'step';

/**
 * While there is something to lose, whatever leads away asks first, and reloading asks as the browser does. What leads away by
 * itself, such as signing out or the end of the session, is not held up.
 */
export function useStay(holds: boolean, ask: (goOn: () => void) => void, away: Away = 'history'): void {
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
        if (isPressed && (away === 'history' || !mayHold())) return false;
        if (isSamePage && (away === 'page' || action === 'REPLACE')) return false;
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
