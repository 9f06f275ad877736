import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './Notice.tsx';

/** Why what was asked for was not done. */
export interface Refused {
  title?: string;
  text?: ReactNode;
}

/** It has the focus from the moment it appears: whoever pressed the button beside it reads it next. */
export function Refusal({ title, text }: Refused) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    alert.current?.focus({ preventScroll: true });
    // A message that goes away by itself does not take the focus with it.
    return () => {
      if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Notice ref={alert} tone="error" title={title}>
      {text}
    </Notice>
  );
}
