/** The request that stands in the address, as `?request=109`, so that it can be kept and sent. */
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChangeSearch } from '#shared/page-search.ts';

interface InAddress {
  request?: unknown;
}
/** Whether the list without the request is what Back leads to. */
interface State {
  isOverList?: boolean;
}

/** The address of a request over the list that is shown. */
export const overList = (srId: number) => ({
  to: '.' as const,
  search: ((before: InAddress) => ({ ...before, request: srId })) as never,
  state: { isOverList: true } as never,
  resetScroll: false,
});

/** Its number, or null; and what takes it out of the address. */
export function useAskedRequest(): readonly [number | null, () => void] {
  const { request } = useSearch({ strict: false }) as InAddress;
  const { history } = useRouter();
  const changeSearch = useChangeSearch();
  const asked = Number(request) || null;
  const left = useRef<number | null>(null);
  useEffect(() => {
    left.current = null;
  }, [asked]);
  const leave = () => {
    // A second press before the way back is over would lead on to where the person was before.
    if (left.current === asked) return;
    left.current = asked;
    if ((history.location.state as State).isOverList) history.back();
    else changeSearch({ request: undefined }, { replace: true, resetScroll: false });
  };
  return [asked, leave];
}
