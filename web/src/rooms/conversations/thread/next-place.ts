/** Where whoever has pressed something that goes away goes on: at the message box. */
import { type RefCallback, useCallback, useRef } from 'react';

export interface NextPlace {
  /** Takes the message box as it comes and goes. */
  place: RefCallback<HTMLElement>;
  /** Gives it the focus, or, where it is only about to come, once it is there. Tells whether it is there. */
  go: () => boolean;
}

export function useNextPlace(): NextPlace {
  const box = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  const place = useCallback((element: HTMLElement | null) => {
    box.current = element;
    if (!element || !isAwaited.current) return;
    isAwaited.current = false;
    // Whoever has gone elsewhere meanwhile stays there.
    if (document.activeElement === null || document.activeElement === document.body) element.focus();
  }, []);
  const go = () => {
    box.current?.focus();
    isAwaited.current = box.current === null;
    return box.current !== null;
  };
  return { place, go };
}
