import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

let mayHold = () => true;
/** Reloading and closing are held up only while this is true: as long as somebody is signed in. */
export const holdOnlyWhile = (condition: () => boolean): void => {
  mayHold = condition;
};

/**
 * While there is something to lose, Back and Forward ask first and reloading asks as the browser does. What leads away by
 * itself, such as signing out or the end of the session, is not held up.
 */
export function useStay(holds: boolean, ask: (goOn: () => void) => void): void {
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
    return history.block({
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false;
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
        latest.current(() => history.go(steps, { ignoreBlocker: true }));
        return true;
      },
      enableBeforeUnload: () => mayHold(),
    });
  }, [holds, history]);
}
