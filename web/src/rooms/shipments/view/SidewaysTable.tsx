import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A small table inside a dialog; a narrow screen scrolls it sideways, by keyboard too, unless its columns may be narrow. */
export function SidewaysTable(props: { label: string; narrow?: boolean; children: ReactNode }) {
  const { label, narrow = false, children } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.sideways} role="group" aria-label={label} tabIndex={0}>
      <Table aria-label={label} {...(narrow ? { horizontalSpacing: 6, className: classes.narrow } : { miw: 420 })}>
        {children}
      </Table>
    </div>
  );
}
