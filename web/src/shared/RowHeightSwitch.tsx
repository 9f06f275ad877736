import { ActionIcon } from '@mantine/core';
import { IconLineHeight } from '@tabler/icons-react';
import classes from './ListToolbar.module.css';
import { useOwnChoice } from './own-choice.ts';

/** Lower or higher rows in all tables; a phone has cards instead. */
export function RowHeightSwitch() {
  const [comfortable, choose] = useOwnChoice('comfortable-rows');
  return (
    <ActionIcon
      variant={comfortable ? 'light' : 'subtle'}
      color={comfortable ? undefined : 'gray.7'}
      size={28}
      className={classes.rows}
      aria-label="Comfortable rows"
      title="Comfortable rows"
      aria-pressed={comfortable}
      onClick={() => choose(!comfortable)}
    >
      <IconLineHeight size={18} aria-hidden />
    </ActionIcon>
  );
}
