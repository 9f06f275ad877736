import { useEffect, useRef } from 'react';

/** Puts the keyboard where work goes on, once something has come or gone on the screen: a selector within `root`. */
export function useFocusAfter<T extends HTMLElement = HTMLDivElement>() {
  const root = useRef<T>(null);
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const found = root.current?.querySelector<HTMLElement>(next.current);
    next.current = null;
    found?.focus();
  });
  const focusAfter = (selector: string) => {
    next.current = selector;
  };
  return { root, focusAfter };
}
