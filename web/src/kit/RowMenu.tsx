import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';

export interface RowAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
  hidden?: boolean;
  disabled?: boolean;
}

/** The actions of a row, at its end. `label` says whose: "Actions for 101-001". Destructive ones come last. */
export function RowMenu({ label, items }: { label: string; items: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const shown = items.filter((item) => !item.hidden);
  if (shown.length === 0) return null;
  const ordered = [...shown.filter((item) => !item.danger), ...shown.filter((item) => item.danger)];
  return (
    <Menu
      position="bottom-end"
      withinPortal
      // Beside the content of the page it would lie outside of every landmark.
      portalProps={{ target: document.querySelector<HTMLElement>('main') ?? undefined }}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray.7" size="md" aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ordered.map((item) => (
          <Menu.Item
            key={item.label}
            disabled={item.disabled}
            color={item.danger ? 'red.9' : undefined}
            onClick={() => {
              // The item goes away: a dialog that it opens, at once or when it is loaded, leads back to the button.
              button.current?.focus({ preventScroll: true });
              item.onClick();
            }}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
