import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Notice } from './Notice.tsx';
import { useIsOnline, youAreOffline } from './offline.ts';

/** Why what was asked for was not done. */
export interface Refused {
  title?: string;
  text?: ReactNode;
  /** What is said to whoever closes the dialog with what was typed in it; without it, that this may not be saved. */
  leave?: string | undefined;
}

/** That there was no network is said only while there is none; everything else until the next try. */
export function useIsOver(refused: Refused | null | false | undefined): boolean {
  const isOnline = useIsOnline();
  const text = refused ? refused.text : null;
  return isOnline && typeof text === 'string' && text.includes(youAreOffline);
}

export function Refusal(refused: Refused) {
  const isOver = useIsOver(refused);
  const wasOver = useRef(false);
  useEffect(() => {
    if (isOver) wasOver.current = true;
  }, [isOver]);
  return isOver ? null : <Standing {...refused} isBack={wasOver} />;
}

/** It has the focus from the moment it appears: whoever pressed the button beside it reads it next. */
function Standing({ title, text, isBack }: Refused & { isBack: RefObject<boolean> }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    // When the network goes once more, nobody need have pressed: whoever types goes on.
    if (!(isBack.current && before?.matches('input, textarea'))) alert.current?.focus({ preventScroll: true });
    // A message that goes away by itself does not take the focus with it.
    return () => {
      if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    };
  }, [isBack]);
  return (
    <Notice ref={alert} tone="error" title={title}>
      {text}
    </Notice>
  );
}
