/** Where the focus goes when a dialog closes, or a row goes away: back to what opened it, or to what is nearest to that. */
import { useEffect, useRef, useState } from 'react';

/** By the element of a dialog: what opened it, and what opened the dialog that it was opened from. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/** What has the focus now; asked when a dialog is about to open. An item of a menu goes away, so its button is meant. */
function findOpeners(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  const button = document.getElementById(active.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');
  const around = active.closest('[role="dialog"]');
  return [button ?? active, ...((around && openersOf.get(around)) ?? [])];
}

/** The dialogs that are opened out of this one know where they lead back to. */
const keepOpeners = (dialog: Element, openers: readonly HTMLElement[]): void => {
  openersOf.set(dialog, openers);
};

/** The heading of the part of the page that an element lies in; found before the element goes away. */
function findNearest(opener: HTMLElement | undefined): readonly (HTMLElement | null)[] {
  const part = opener?.closest('section');
  return [part?.querySelector<HTMLElement>('h2 button') ?? null, document.querySelector<HTMLElement>('main')];
}

const pressable = 'a, button';

/** The like of what was pressed, in each row of its table: those after it, those before it, nearest first, and at last its own. */
function findLike(opener: HTMLElement | undefined): readonly (() => HTMLElement | undefined)[] {
  const cell = opener?.closest('td');
  const row = cell?.closest<HTMLTableRowElement>('tr[data-row]');
  if (!opener || !cell || !row) return [];
  const rows = [...(row.parentElement?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])];
  const at = rows.indexOf(row);
  const place = cell.cellIndex - row.cells.length;
  const button = [...cell.querySelectorAll(pressable)].indexOf(opener);
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse(), row].map((one) => () => {
    const buttons = [...one.cells].at(place)?.querySelectorAll<HTMLElement>(pressable) ?? [];
    return buttons[button] ?? buttons[0];
  });
}

/** What may take the focus; of a row only once its turn has come, since its buttons change with it. */
type Wish = HTMLElement | null | undefined | (() => HTMLElement | undefined);

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the first of these that can take it, and to the next should that go away before the person moves on. */
function giveFocus(wishes: readonly Wish[]): void {
  for (const [n, wish] of wishes.entries()) {
    const element = typeof wish === 'function' ? wish() : wish;
    if (!element?.isConnected) continue;
    // The dialog's own return may have been quicker.
    if (isLost()) element.focus({ preventScroll: true });
    if (document.activeElement === element) return watch(element, wishes.slice(n + 1));
  }
}

/** A row leaves its table only once the list is read anew, after its dialog has closed. */
function watch(focused: HTMLElement, next: readonly Wish[]): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    stop();
    if (isLost()) giveFocus(next);
  });
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', movedOn);
  };
  const movedOn = ({ target }: FocusEvent) => target !== focused && stop();
  const timer = setTimeout(stop, 15_000);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', movedOn);
}

/** For a press that may take its own row away, such as out of a list that is narrowed: the keyboard goes on beside it then. */
export function stayNearby(): void {
  const [opener] = findOpeners();
  if (opener) watch(opener, [...findLike(opener), ...findNearest(opener)]);
}

/** For what is mounted when it opens and unmounted when it closes. */
export function useReturn(content?: HTMLElement | null, returnTo?: () => HTMLElement | null): void {
  const [openers] = useState(findOpeners);
  const [nearest] = useState(() => [...findLike(openers.at(-1)), ...findNearest(openers.at(-1))]);
  const fallback = useRef(returnTo);
  useEffect(() => {
    fallback.current = returnTo;
  });
  useEffect(() => {
    if (content) keepOpeners(content, openers);
  }, [content, openers]);
  useEffect(
    () => () => {
      // Once a dialog that follows this one has had its chance to take the focus.
      const [opener, ...around] = openers;
      setTimeout(() => giveFocus([opener, fallback.current?.(), ...around, ...nearest]));
    },
    // oxlint-disable-next-line react/exhaustive-deps -- what opened a dialog does not change while it is open
    [],
  );
}
