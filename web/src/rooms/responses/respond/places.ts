import { useEffect, useRef, useState } from 'react';

/** In the browser's history the entry of a place lies upon those of the places before it. Nothing that was typed is in them (PRV-09). */
const placeOf = (state: unknown): number | null => {
  const place: unknown = (state as { place?: unknown } | null)?.place;
  return typeof place === 'number' ? place : null;
};
const entry = (place: number) => ({ ...(window.history.state as object | null), place });

/**
 * Where somebody is, from 0, and how they get elsewhere: also by the browser's Back and Forward, which lead no farther than to the last
 * place that there is.
 */
export function usePlace(first: number, last: number): [number, (to: number) => void] {
  const [place, setPlace] = useState(first);
  const limit = useRef(last);
  useEffect(() => {
    limit.current = last;
  });
  useEffect(() => {
    const { history } = window;
    // After a reload, or the date of birth again, there are entries already.
    const before = placeOf(history.state);
    if (before === null) history.replaceState(entry(0), '');
    if (before !== null && before > first) history.go(first - before);
    else for (let next = (before ?? 0) + 1; next <= first; next += 1) history.pushState(entry(next), '');
    const follow = ({ state }: PopStateEvent) => {
      const asked = placeOf(state);
      if (asked === null) return;
      const to = Math.min(asked, limit.current);
      setPlace(to);
      // An answer that was changed has taken away what was there.
      if (to < asked) history.go(to - asked);
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
    // oxlint-disable-next-line react/exhaustive-deps -- once, where it begins
  }, []);
  const go = (to: number) => {
    if (to > place) window.history.pushState(entry(to), '');
    else if (to < place) window.history.go(to - place);
    setPlace(to);
  };
  return [place, go];
}
