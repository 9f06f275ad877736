import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { KeepingState } from './keeping.ts';

/**
 * What is read out of keeping: that the first save was made, that one failed, and that it works again. The line in sight changes at
 * every pause of somebody who types, and would be read out in the middle of their answer.
 */
export function KeptAloud({ state }: { state: KeepingState }) {
  const [told, setTold] = useState<{ state: KeepingState; words: string }>({ state, words: '' });
  if (told.state !== state) setTold({ state, words: wordsAfter(told.words, state) });
  return <VisuallyHidden role="status">{told.words}</VisuallyHidden>;
}

function wordsAfter(before: string, { is }: KeepingState): string {
  switch (is) {
    case 'none':
      return '';
    case 'waiting':
    case 'saving':
      return before;
    case 'saved':
      return 'Your answers are saved as you enter them.';
    case 'failed':
      return 'Your last changes are not saved yet. Please keep this page open.';
  }
}
