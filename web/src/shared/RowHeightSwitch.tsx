import { ActionIcon } from '@mantine/core';
import { IconLineHeight } from '@tabler/icons-react';
import classes from './ListToolbar.module.css';
import { useRowHeight } from './row-height.ts';

/** Lower or higher rows in all tables; a phone has cards instead. */
export function RowHeightSwitch() {
  const [comfortable, turn] = useRowHeight();
  return (
    <ActionIcon
      variant={comfortable ? 'light' : 'subtle'}
      color={comfortable ? undefined : 'gray.7'}
      size={28}
      className={classes.rows}
      aria-label="Comfortable rows"
      title="Comfortable rows"
      aria-pressed={comfortable}
      onClick={turn}
    >
      <IconLineHeight size={18} aria-hidden />
    </ActionIcon>
  );
}
