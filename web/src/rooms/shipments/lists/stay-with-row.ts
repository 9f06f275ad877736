import { useEffect, useRef } from 'react';
import type { Row } from '../sides.ts';

/** What opens a request in the lists. */
export const linkTo = (srId: number, within: ParentNode = document) =>
  within.querySelector<HTMLElement>(`[aria-label="View request ${srId}"]`);

const pressable = 'a, button';

/** Where somebody began to work on a request. */
interface Place {
  opener: HTMLElement;
  row: HTMLTableRowElement;
  /** The rows of its section: those after it, and then those before it, nearest first. */
  others: readonly HTMLTableRowElement[];
  /** Of the opener in its row, from the end, since the boxes at its beginning come and go; and among the buttons of its cell. */
  cell: number;
  button: number;
  heading: HTMLElement | null;
}

function placeOf(opener: HTMLElement | null): Place | null {
  const cell = opener?.closest('td');
  const row = opener?.closest('tr');
  if (!opener || !cell || !row) return null;
  const rows = [...(row.parentElement?.querySelectorAll('tr') ?? [])];
  const at = rows.indexOf(row);
  return {
    opener,
    row,
    others: [...rows.slice(at + 1), ...rows.slice(0, at).reverse()],
    cell: cell.cellIndex - row.cells.length,
    button: [...cell.querySelectorAll(pressable)].indexOf(opener),
    heading: row.closest('section')?.querySelector<HTMLElement>('h2 button') ?? null,
  };
}

/** The like of what was pressed, in the nearest row that is still there. */
function nextOf({ others, cell, button }: Place): HTMLElement | undefined {
  const cells = [...(others.find((row) => row.isConnected)?.cells ?? [])];
  const buttons = cells.at(cell)?.querySelectorAll<HTMLElement>(pressable) ?? [];
  return buttons[button] ?? buttons[0];
}

/**
 * Work goes on in the section where it began: once a request was moved, or is gone from there, the keyboard is on the next
 * row. Does nothing once the person has moved on by themselves.
 */
export function useStayWithRow(rows: readonly Row[], isIdle: boolean) {
  const begun = useRef<(Place & { hasMoved: boolean }) | null>(null);
  useEffect(() => {
    if (!begun.current || !isIdle) return;
    const place = begun.current;
    // Once the dialog has given the focus back.
    const timer = setTimeout(() => {
      if (!place.hasMoved && place.row.isConnected) return;
      const at = document.activeElement;
      const isLost = at === null || at === document.body || at.tagName === 'MAIN';
      if (isLost || at === place.opener || at === place.heading)
        (nextOf(place) ?? (place.row.isConnected ? null : place.heading))?.focus();
      if (!place.row.isConnected) begun.current = null;
      else place.hasMoved = false;
    }, 50);
    return () => clearTimeout(timer);
  }, [rows, isIdle]);
  return {
    begin: (srId: number) => {
      const active = document.activeElement as HTMLElement | null;
      // One dialog may lead to another about the same request.
      if (active?.closest('[role="dialog"]')) return;
      const place = placeOf(active) ?? placeOf(linkTo(srId));
      begun.current = place && { ...place, hasMoved: false };
    },
    moved: () => {
      if (begun.current) begun.current.hasMoved = true;
    },
  };
}
