import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';

/** Whether this person wants the menu as icons alone; kept in this browser over sign-out. */
export function useNarrowMenu(): readonly [boolean, (narrow: boolean) => void] {
  const key = `portal.narrow-menu.${useViewer().cpId}`;
  const [narrow, setNarrow] = useState(() => localStorage.getItem(key) === 'yes');
  const choose = (next: boolean) => {
    setNarrow(next);
    try {
      localStorage.setItem(key, next ? 'yes' : 'no');
    } catch {
      // A browser without room for it asks again next time.
    }
  };
  return [narrow, choose];
}
