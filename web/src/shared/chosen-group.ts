import { useEffect, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';

/**
 * The trial or site that a screen works with: the one of the address, else the one this person chose last in this browser, else
 * the only one there is, or the only one of `alone`. The address then names it; `onChosen` puts it there.
 */
export function useChosenGroup<T extends { gId: number }>(
  kind: 'site' | 'trial' | 'documents' | 'prices' | 'clinic',
  groups: readonly T[],
  asked: number | null,
  onChosen: (gId: number) => void,
  alone = groups,
): readonly [T | null, (gId: number) => void] {
  const key = `portal.${kind}.${useViewer().cpId}`;
  const [last, setLast] = useState(() => Number(localStorage.getItem(key)) || null);
  const only = alone.length === 1 ? alone[0] : undefined;
  const group = groups.find(({ gId }) => gId === asked) ?? groups.find(({ gId }) => gId === last) ?? only ?? null;
  const latest = useRef(onChosen);
  useEffect(() => {
    latest.current = onChosen;
  });
  const chosen = group?.gId ?? null;
  useEffect(() => {
    if (chosen !== null && chosen !== asked) latest.current(chosen);
  }, [chosen, asked]);
  const choose = (gId: number) => {
    setLast(gId);
    keep(key, gId);
    onChosen(gId);
  };
  return [group, choose];
}

function keep(key: string, gId: number): void {
  try {
    localStorage.setItem(key, String(gId));
  } catch {
    // A browser without room for it asks again next time.
  }
}
