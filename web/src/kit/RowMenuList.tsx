import { Menu, Tooltip } from '@mantine/core';
import { type RefObject, useLayoutEffect } from 'react';
import type { RowAction } from './row-action.ts';

type Button = RefObject<HTMLButtonElement | null>;

export interface RowMenuListProps {
  /** Of the button: the list is named after it. */
  id: string;
  button: Button;
  items: readonly RowAction[];
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

/** The list of a `RowMenu`. */
export function RowMenuList({ id, button, items, opened, onOpened }: RowMenuListProps) {
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      withinPortal
      // Beside the content of the page it would lie outside of every landmark.
      portalProps={{ target: content() }}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target refProp="place">
        <Place of={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) =>
          item.hint === undefined ? (
            <Menu.Item
              key={item.label}
              disabled={item.disabled}
              // As its `color` it would be the background too while the item has the focus.
              c={item.danger ? 'red.9' : undefined}
              onClick={() => {
                // The item goes away: a dialog that it opens, at once or when it is loaded, leads back to the button.
                button.current?.focus({ preventScroll: true });
                item.onClick();
              }}
            >
              {item.label}
            </Menu.Item>
          ) : (
            <Tooltip
              key={item.label}
              label={item.hint}
              events={{ hover: true, focus: true, touch: true }}
              portalProps={{ target: content() }}
            >
              {/* As disabled it would have no focus, and nobody without a mouse would learn why. */}
              <Menu.Item aria-disabled closeMenuOnClick={false} c="gray.7" style={{ cursor: 'not-allowed' }}>
                {item.label}
              </Menu.Item>
            </Tooltip>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const content = () => document.querySelector<HTMLElement>('main') ?? undefined;

/** Tells the menu where it belongs: to a button that was there before it. */
function Place({ of, place }: { of: Button; place?: (button: HTMLElement | null) => void }) {
  useLayoutEffect(() => {
    place?.(of.current);
    return () => place?.(null);
  }, [of, place]);
  return null;
}
