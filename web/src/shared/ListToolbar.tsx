import { Button, Group, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { focusSearch, SearchField } from '#kit/SearchField.tsx';
import classes from './ListToolbar.module.css';
import type { NarrowedList } from './narrowed-list.ts';
import { RowHeightSwitch } from './RowHeightSwitch.tsx';

/** Over a list, in one line: whose it is, what it is searched for, its filters, and what can be done. */
export function ListToolbar(props: {
  list: Omit<NarrowedList<unknown>, 'holds'>;
  /** What the rows are: "participants". */
  things: string;
  label?: string;
  /** There is another list above on the page, to which "/" leads, and which has the switch for the height of all rows. */
  isSecond?: boolean;
  placeholder: string;
  maxLength?: number;
  scope?: ReactNode;
  /** Further fields that narrow it. */
  more?: ReactNode;
  actions?: ReactNode;
}) {
  const { list, things, label = 'Search', isSecond = false, placeholder, maxLength, scope, more, actions } = props;
  return (
    <Group align="flex-end" gap="sm">
      {scope}
      <SearchField
        className={classes.search}
        label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={list.text}
        onChange={list.type}
        {...(isSecond && { rightSection: null, 'aria-keyshortcuts': undefined })}
      />
      {more}
      <Group gap="xs" className={classes.filters}>
        {list.filters.length > 0 && <PressedButtons label="Show only" of={list.filters} onPress={list.press} />}
        <ClearButton onClear={list.clear} waits={!list.isNarrowed || list.found.length === 0} />
        {!isSecond && <RowHeightSwitch />}
        <VisuallyHidden component="output">
          {list.isNarrowed ? `${list.found.length} of ${list.of} ${things} match` : ''}
        </VisuallyHidden>
      </Group>
      {actions && (
        <Group gap="sm" ml="auto" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  );
}

/** Shows everything again; the keyboard goes on in the search field. */
export function ClearButton(props: {
  onClear: () => void;
  inList?: boolean;
  /** Nothing is to be cleared yet. Its place is kept, so that no filter moves away under the finger. */
  waits?: boolean;
}) {
  const { onClear, inList = false, waits = false } = props;
  return (
    <Button
      className={waits ? classes.waits : undefined}
      style={waits ? { visibility: 'hidden' } : undefined}
      variant={inList ? 'default' : 'subtle'}
      size={inList ? 'sm' : 'compact-sm'}
      onClick={({ currentTarget }) => {
        onClear();
        focusSearch(currentTarget);
      }}
    >
      Clear
    </Button>
  );
}
