import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a list below which a button asks for the next rows: with the last of them the button goes away, and the keyboard goes on at the first
 * row that came with them. `place` is or holds the list; `ask` is what the button does.
 */
export function useNextRows<T extends HTMLElement>(next: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}): { place: RefObject<T | null>; ask: () => void } {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = next;
  const place = useRef<T>(null);
  /** The row that was the last one; nothing while nobody has asked. */
  const before = useRef<{ row: Element | undefined } | null>(null);
  const rows = () => [...(place.current?.querySelectorAll<HTMLElement>('li') ?? [])];
  useEffect(() => {
    if (!before.current || isFetchingNextPage) return;
    const { row } = before.current;
    before.current = null;
    if (hasNextPage) return;
    // Whoever has gone elsewhere meanwhile stays there.
    if (document.activeElement !== document.body) return;
    const all = rows();
    const first = all[row ? all.findIndex((one) => one === row) + 1 : 0];
    (first?.querySelector<HTMLElement>('button') ?? first ?? place.current)?.focus();
  }, [hasNextPage, isFetchingNextPage]);
  const ask = () => {
    before.current = { row: rows().at(-1) };
    void fetchNextPage();
  };
  return { place, ask };
}
