import type { PagePath } from '@portal/contract/pages.ts';
import { type HistoryLocation, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useSeekIn } from './list-search.ts';

/** What is sought once somebody is there; whoever leads elsewhere seeks it no more. */
let stopWaiting = () => {};

/** For what leads to a list by the router, with what is sought there: whoever is asked first whether they leave what they typed may stay. */
export function useSeekThere(): (to: PagePath, search: object, text: string, tab?: string) => void {
  const seekIn = useSeekIn();
  const router = useRouter();
  return (to, search, text, tab) => {
    stopWaiting();
    const history: RouterHistory = router.history;
    const { href } = router.buildLocation({ to, search: search as never });
    // Whichever part of the page it is.
    const isAt = ({ pathname, search: said }: HistoryLocation) => pathname + said === href;
    const seek = () => seekIn(to, text, tab);
    if (isAt(history.location)) return seek();
    stopWaiting = history.subscribe(({ location, action }) => {
      const isThere = isAt(location);
      // A dialog that is closed on the way replaces the address of its own page.
      if (!isThere && action.type === 'REPLACE') return;
      stopWaiting();
      if (isThere) seek();
    });
  };
}
