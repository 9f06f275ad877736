import { useSyncExternalStore } from 'react';

/** What is said while there is no network, and of what somebody asks for then. */
export const youAreOffline = 'You are offline. Nothing is sent until you press again.';

export const useIsOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine);

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
