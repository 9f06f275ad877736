import { useSyncExternalStore } from 'react';
import classes from './OfflineBar.module.css';

/** While there is no network: above everything, which gives way (`--offline-bar`). */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div role="alert" className={classes.bar}>
      You are offline. Nothing is sent until you press again.
    </div>
  );
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
