import { useMediaQuery } from '@mantine/hooks';
import classes from './DesktopHint.module.css';

/** SCP-11, OPN-34: the page stays usable under it. */
export function DesktopHint() {
  const small = useMediaQuery('(max-width: 599.98px)', undefined, { getInitialValueInEffect: false });
  if (!small) return null;
  return (
    <aside className={classes.hint} aria-label="Hint">
      Please view the site on your desktop.
    </aside>
  );
}
