/** Where the focus goes when a dialog closes: back to what opened it, or to what is nearest to that. */
import { useEffect, useRef, useState } from 'react';

type Content = { current: HTMLElement | null };

/** The open dialogs, each with what opened it, and what opened the dialog that it was opened from. */
const open = new Set<{ content: Content; openers: readonly HTMLElement[] }>();

/** What has the focus now; asked when a dialog is about to open. An item of a menu goes away, so its button is meant. */
function findOpeners(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  const button = document.getElementById(active.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');
  // Looked up only now: a dialog comes into the page after it is mounted.
  const around = [...open].find(({ content }) => content.current?.contains(active));
  return [button ?? active, ...(around?.openers ?? [])];
}

/** The heading of the part of the page that an element lies in; found before the element goes away. */
function findNearest(opener: HTMLElement | undefined): readonly (HTMLElement | null)[] {
  const part = opener?.closest('section');
  return [part?.querySelector<HTMLElement>('h2 button') ?? null, document.querySelector<HTMLElement>('main')];
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the first of these that can take it, and to the next should that go away before the person moves on. */
function giveFocus(wishes: readonly (HTMLElement | null | undefined)[]): void {
  const left = wishes.filter((wish) => wish?.isConnected);
  for (let wish = left.shift(); wish; wish = left.shift()) {
    // The dialog's own return may have been quicker.
    if (isLost()) wish.focus({ preventScroll: true });
    if (document.activeElement === wish) return watch(wish, left);
  }
}

/** A row leaves its table only once the list is read anew, after its dialog has closed. */
function watch(focused: HTMLElement, next: readonly (HTMLElement | null | undefined)[]): void {
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

/** For what is mounted when it opens and unmounted when it closes. */
export function useReturn(content?: Content, returnTo?: () => HTMLElement | null): void {
  const [openers] = useState(findOpeners);
  const [nearest] = useState(() => findNearest(openers.at(-1)));
  const fallback = useRef(returnTo);
  useEffect(() => {
    fallback.current = returnTo;
  });
  useEffect(() => {
    // The dialogs that are opened out of this one know where they lead back to.
    const mine = content && { content, openers };
    if (mine) open.add(mine);
    return () => {
      if (mine) open.delete(mine);
      // Once a dialog that follows this one has had its chance to take the focus.
      const [opener, ...around] = openers;
      setTimeout(() => giveFocus([opener, fallback.current?.(), ...around, ...nearest]));
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what opened a dialog does not change while it is open
  }, []);
}
