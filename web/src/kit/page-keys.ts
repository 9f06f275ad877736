/** Keys that mean the page: not what somebody types, and not what belongs to a dialog or a menu. */

const own =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

const isForPage = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target as Element).closest(own) &&
  !document.querySelector('[aria-modal="true"]');

const listeners = new Set<(event: KeyboardEvent) => void>();
function tell(event: KeyboardEvent): void {
  if (isForPage(event)) for (const listener of listeners) listener(event);
}

/** Hears of them until it is stopped. One listener of the page serves all. */
export function onPageKey(listener: (event: KeyboardEvent) => void): () => void {
  if (listeners.size === 0) document.addEventListener('keydown', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('keydown', tell);
  };
}
