import { type ReactNode, useEffect, useRef } from 'react';

/** The title of what is open. Whoever went there by a press, and waits at its place, goes on here once it is there. */
export function Title({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const place = title.current?.closest('section');
    if (place && place === document.activeElement) title.current?.focus();
  }, []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}
