import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A small table inside a dialog. Its columns are as narrow as their words allow; what is still too wide for a screen is scrolled sideways, by keyboard too. */
export function SidewaysTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.sideways} role="group" aria-label={label} tabIndex={0}>
      <Table aria-label={label} horizontalSpacing={6} className={classes.narrow}>
        {children}
      </Table>
    </div>
  );
}
