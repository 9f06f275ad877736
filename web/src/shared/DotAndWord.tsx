import classes from './StatusBadge.module.css';

/** A state as a dot and its word; a colour never stands alone. */
export function DotAndWord({ colour, children }: { colour: string; children: string }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} style={{ background: `var(--mantine-color-${colour}-6)` }} aria-hidden />
      {children}
    </span>
  );
}
