import { VisuallyHidden } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';

/** A dialog of its own over the form, such as a question, what ends the form, and tools that change nothing of what is sent. */
const isAside = ({ target, currentTarget }: SyntheticEvent): boolean => {
  if (!(target instanceof Element)) return false;
  const over = target.closest('[aria-modal="true"]');
  return (
    target.closest('[data-footer], [data-looking]') !== null ||
    (over !== null && !over.contains(currentTarget as Element))
  );
};
const stop = (event: SyntheticEvent) => {
  if (!isAside(event)) event.stopPropagation();
};
const prevent = (event: SyntheticEvent) => {
  if (isAside(event)) return;
  event.preventDefault();
  event.stopPropagation();
};

/** On the way down, and so before any field hears of it: a field that is not told of its change goes back to what it showed. */
const holding = {
  onChangeCapture: stop,
  onKeyDownCapture: (event: SyntheticEvent<HTMLElement, KeyboardEvent>) => {
    // Escape closes the list or the calendar of a field; whether it closes the dialog is decided there.
    if (!['Tab', 'Escape'].includes(event.nativeEvent.key)) stop(event);
  },
  onClickCapture: (event: SyntheticEvent) => {
    // The browser itself would show another file than the one that is sent; a label and Enter arrive as a click there.
    if ((event.target as Element).closest('button, [role="option"], input[type="file"]')) prevent(event);
  },
  // A field that tidies its text when it is left would have the next press send something else than this one. A list that is open stays
  // so until Escape, or a click beside it.
  onBlurCapture: (event: SyntheticEvent) => {
    if ((event.target as Element).matches('input, select, textarea')) stop(event);
  },
  onPasteCapture: prevent,
  onDropCapture: prevent,
};

/**
 * Around the fields of a form: while it is being sent they take nothing. What is typed then would be gone with the answer, and the person
 * told that it was saved. The fields look and read as before and keep the focus, which a disabled one would lose to the page; who hears the
 * page is told why, in a place that is there before. Lists and calendars that they open elsewhere in the document are held with them.
 * `data-looking` marks tools that go on, such as the pages of a document. It takes no room: what is around it lays the fields out.
 */
export function Held({ isSending, children }: { isSending: boolean; children: ReactNode }) {
  return (
    <div style={{ display: 'contents' }} {...(isSending && holding)}>
      <VisuallyHidden aria-live="polite">{isSending && 'Being sent…'}</VisuallyHidden>
      {children}
    </div>
  );
}
