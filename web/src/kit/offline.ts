import { useSyncExternalStore } from 'react';

/** What is said while there is no network, and of what somebody asks for then. */
export const youAreOffline = 'You are offline. Nothing is sent until you press again.';

/** The server answers although the browser says that there is no network, as it does on some machines with several of them. */
let isHeard = false;
/** How often the network went. */
let turns = 0;
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};
window.addEventListener('online', tell);
window.addEventListener('offline', () => {
  turns += 1;
  isHeard = false;
  tell();
});

/** For something that is asked now: what it gives back is told whether the server answered. */
export function asksServer(): (isAnswered: boolean) => void {
  const begun = turns;
  return (isAnswered) => {
    // What was on its way when the network went says nothing of now.
    if (begun !== turns || navigator.onLine || isHeard === isAnswered) return;
    isHeard = isAnswered;
    tell();
  };
}

export const useIsOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine || isHeard);

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}
