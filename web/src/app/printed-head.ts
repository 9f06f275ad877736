import { useEffect } from 'react';
import { sessionState } from '#api/session.ts';
import { serverNow } from '#kit/clock.ts';
import { asMoment } from '#kit/today.ts';

/**
 * On paper, where the bar is not, a page says what it is, when it was printed and by whom: `print.css` puts it above what is printed,
 * which is the dialog that was opened first, or else the content.
 */
export function usePrintedHead(title: string): void {
  useEffect(() => {
    const onPrint = () => {
      const { viewer } = sessionState();
      const by = viewer ? ` by ${viewer.fName} ${viewer.lName}` : '';
      const printed = document.querySelector('[role="dialog"]') ?? document.getElementById('content');
      printed?.setAttribute('data-printed', `${title}, printed ${asMoment(serverNow())}${by}`);
    };
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, [title]);
}
