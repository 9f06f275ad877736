import { useMatch, useRouter } from '@tanstack/react-router';

interface How {
  /** It is all that the search says then; otherwise what it does not name stays. */
  whole?: boolean;
  replace?: boolean;
  resetScroll?: boolean;
  /** `true` keeps that of the page. */
  state?: object | true;
  /** Keeps that of the page. */
  hash?: true;
}

/** Changes what the search of the address says on this page; `undefined` takes a name out of it. */
export function useChangeSearch(): (search: object, how?: How) => void {
  const router = useRouter();
  const routeId = useMatch({ strict: false, select: (match) => match.routeId });
  return (search, { whole = false, ...how } = {}) => {
    // A page stands until the next one is loaded; what was typed in it, or comes late, must not change the address of that one.
    const [comingRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (!comingRoutes.some(({ id }) => id === routeId)) return;
    const next = whole ? search : (before: object) => ({ ...before, ...search });
    void router.navigate({ to: '.', search: next as never, ...(how as object) });
  };
}
