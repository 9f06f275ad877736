import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { sessionState } from '#api/session.ts';

/** Where one may always go: what ends a session is not held up. */
const open = ['/sign-in', '/not-found'];

/** While there is something to lose, every way to another page or another assessment asks first; reloading asks as the browser does. */
export function useGuard(holds: boolean, ask: (goOn: () => void) => void): void {
  const { history } = useRouter() as { history: RouterHistory };
  useLayoutEffect(() => {
    if (!holds) return;
    return history.block({
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (open.includes(nextLocation.pathname) || nextLocation.href === currentLocation.href) return false;
        const ignored = { ignoreBlocker: true };
        if (action === 'PUSH') ask(() => history.push(nextLocation.href, nextLocation.state, ignored));
        else if (action === 'REPLACE') ask(() => history.replace(nextLocation.href, nextLocation.state, ignored));
        else ask(() => history.go(nextLocation.state.__TSR_index - currentLocation.state.__TSR_index, ignored));
        return true;
      },
      enableBeforeUnload: () => sessionState().phase === 'held',
    });
  }, [holds, history, ask]);
}
