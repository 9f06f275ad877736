import { useIsOnline, youAreOffline } from '#kit/offline.ts';
import classes from './OfflineBar.module.css';

/** While there is no network: above everything, which gives way (`--offline-bar`). */
export function OfflineBar() {
  if (useIsOnline()) return null;
  return (
    <div role="alert" className={classes.bar}>
      {youAreOffline}
    </div>
  );
}
