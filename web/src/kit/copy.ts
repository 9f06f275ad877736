import { useState } from 'react';

/** Copies a text when it is wished for; `said` tells whether that worked (MFA-12). */
export function useCopy(text: string, told: { copied: string; failed: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    void copied(text).then(
      () => setSaid(told.copied),
      () => setSaid(told.failed),
    );
  return { copy, said };
}

/** There is no clipboard at all where the page is not served securely. */
async function copied(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
