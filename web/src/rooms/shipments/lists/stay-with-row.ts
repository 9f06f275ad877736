import { useEffect, useRef } from 'react';
import type { Row } from '../sides.ts';

/** What opens a request in the lists. */
export const linkTo = (srId: number, within: ParentNode = document) =>
  within.querySelector<HTMLElement>(`[aria-label="View request ${srId}"]`);

/**
 * A request that was worked on is listed elsewhere afterwards, or nowhere: the keyboard follows it to its new row, else it
 * goes to the name of the section that it was in. Does nothing once the person has moved on.
 */
export function useStayWithRow(rows: readonly Row[], isIdle: boolean): (srId: number) => void {
  const begun = useRef<{ srId: number; section: HTMLElement | null } | null>(null);
  useEffect(() => {
    if (!begun.current || !isIdle) return;
    const { srId, section } = begun.current;
    // Once the dialog has given the focus back.
    const timer = setTimeout(() => {
      if (section && linkTo(srId, section)) return;
      const heading = section?.querySelector<HTMLElement>('h2 button');
      const at = document.activeElement;
      if (at === null || at === document.body || at === heading) (linkTo(srId) ?? heading)?.focus();
      begun.current = null;
    }, 50);
    return () => clearTimeout(timer);
  }, [rows, isIdle]);
  return (srId) => {
    const opener = document.activeElement?.closest('section') ? document.activeElement : linkTo(srId);
    begun.current = { srId, section: opener?.closest('section') ?? null };
  };
}
