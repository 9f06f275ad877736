import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';

/** Rows of tables are low, or comfortable where this person has chosen so in this browser. */
const keyOf = (cpId: number) => `portal.rows.${cpId}`;
const isComfortable = (cpId: number): boolean => localStorage.getItem(keyOf(cpId)) === 'comfortable';

/** Draws the tables as this person has them. */
export function showRowsFor(cpId: number): void {
  document.documentElement.toggleAttribute('data-comfortable', isComfortable(cpId));
}

export function useRowHeight(): readonly [comfortable: boolean, turn: () => void] {
  const { cpId } = useViewer();
  const [comfortable, set] = useState(() => isComfortable(cpId));
  const turn = () => {
    try {
      localStorage.setItem(keyOf(cpId), comfortable ? 'low' : 'comfortable');
    } catch {
      // A browser without room for it has low rows again next time.
    }
    set(!comfortable);
    document.documentElement.toggleAttribute('data-comfortable', !comfortable);
  };
  return [comfortable, turn];
}
