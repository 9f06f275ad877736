/** The user that stands in the address, as `?person=12`, so that it can be kept and sent. */
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChangeSearch } from '#shared/page-search.ts';

interface InAddress {
  person?: unknown;
}
/** Whether the list without the user is what Back leads to. */
interface State {
  isOverList?: boolean;
}

/** The number of the user, or null; what opens one over the list; and what takes it out of the address. */
export function useAskedPerson(): readonly [number | null, (cpId: number) => void, () => void] {
  const { person } = useSearch({ strict: false }) as InAddress;
  const { history } = useRouter();
  const changeSearch = useChangeSearch();
  const asked = Number(person) || null;
  const left = useRef<number | null>(null);
  useEffect(() => {
    left.current = null;
  }, [asked]);
  const open = (cpId: number) => changeSearch({ person: cpId }, { state: { isOverList: true }, resetScroll: false });
  const leave = () => {
    // A second press before the way back is over would lead on to where the viewer was before.
    if (left.current === asked) return;
    left.current = asked;
    if ((history.location.state as State).isOverList) history.back();
    else changeSearch({ person: undefined }, { replace: true, resetScroll: false });
  };
  return [asked, open, leave];
}
