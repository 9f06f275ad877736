/** What people choose for themselves about the screens; kept in this browser by their number, over sign-out. */
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { hearPageKeys } from '#kit/page-keys.ts';

type Choice = 'comfortable-rows' | 'narrow-menu' | 'no-single-keys';
const keyOf = (choice: Choice, cpId: number) => `portal.${choice}.${cpId}`;
const isChosen = (choice: Choice, cpId: number): boolean => localStorage.getItem(keyOf(choice, cpId)) === 'yes';

/** Tables and keys are for this person as they chose. */
export function followChoicesOf(cpId: number): void {
  document.documentElement.toggleAttribute('data-comfortable', isChosen('comfortable-rows', cpId));
  hearPageKeys(!isChosen('no-single-keys', cpId));
}

export function useOwnChoice(choice: Choice): readonly [chosen: boolean, choose: (next: boolean) => void] {
  const { cpId } = useViewer();
  const [chosen, set] = useState(() => isChosen(choice, cpId));
  const choose = (next: boolean) => {
    set(next);
    try {
      localStorage.setItem(keyOf(choice, cpId), next ? 'yes' : 'no');
      followChoicesOf(cpId);
    } catch {
      // A browser without room for it asks again next time.
    }
  };
  return [chosen, choose];
}
