import { useState } from 'react';
import { useBrand } from '#api/viewer.ts';
import classes from './Footer.module.css';

/** BRN-11, BRN-12, OPN-29. */
export function Footer() {
  const [year] = useState(() => new Date().getFullYear());
  const { showsFooter, companyName } = useBrand();
  if (!showsFooter) return null;
  return (
    <footer className={classes.footer}>
      © {year} {companyName}
    </footer>
  );
}
