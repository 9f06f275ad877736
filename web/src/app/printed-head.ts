import { useEffect } from 'react';
import { asDay, today } from '#kit/today.ts';

/** On paper, where the bar is not, a page says what it is and of which day: `print.css` puts it above the content. */
export function usePrintedHead(title: string): void {
  useEffect(() => {
    const onPrint = () =>
      document.getElementById('content')?.setAttribute('data-printed', `${title}, ${asDay(today())}`);
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, [title]);
}
