/** Whether the page is being put on paper, for what shows less on a screen than belongs there. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const watchers = new Set<() => void>();
/** At once: the browser takes the page as it is when its event is over. */
const become = (now: boolean) => () => {
  isPrinting = now;
  flushSync(() => {
    for (const watcher of watchers) watcher();
  });
};
window.addEventListener('beforeprint', become(true));
window.addEventListener('afterprint', become(false));

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

export const useOnPaper = (): boolean => useSyncExternalStore(watch, () => isPrinting);
