/** Keys that mean the page: not what somebody types, and not what belongs to a dialog or a menu. */

const own =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

const isForPage = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target as Element).closest(own) &&
  !document.querySelector('[aria-modal="true"]');

let areHeard = true;
/** Whether anything on the page hears such keys. */
export const hearPageKeys = (heard: boolean): void => void (areHeard = heard);

type Listener = (event: KeyboardEvent) => void;
/** How many parts of the page want each to hear. */
const listeners = new Map<Listener, number>();
function tell(event: KeyboardEvent): void {
  if (areHeard && isForPage(event)) for (const listener of listeners.keys()) listener(event);
}

/** Hears of them until it is stopped, once each, however many ask for it. */
export function onPageKey(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('keydown', tell);
  listeners.set(listener, (listeners.get(listener) ?? 0) + 1);
  return () => {
    const left = (listeners.get(listener) ?? 1) - 1;
    if (left > 0) listeners.set(listener, left);
    else listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('keydown', tell);
  };
}
