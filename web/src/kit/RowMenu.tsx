import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentType, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowMenuListProps } from './RowMenuList.tsx';
import { toastFailure } from './toast.ts';
import type { RowAction } from './row-action.ts';

/**
 * The actions of a row, at its end. `label` says whose: "Actions for 101-001". Destructive ones come last.
 * The list and all that places it are loaded when somebody comes near to the button; the button itself never changes.
 */
export function RowMenu({ label, items }: { label: string; items: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [List, setList] = useState<ComponentType<RowMenuListProps> | null>(null);
  const [opened, setOpened] = useState(false);
  const shown = items.filter((item) => !item.hidden);
  if (shown.length === 0) return null;
  const ordered = [...shown.filter((item) => !item.danger), ...shown.filter((item) => item.danger)];
  // Drawn at once: the list gives the focus back only if it was there, closed, before it was opened.
  const load = () =>
    import('./RowMenuList.tsx').then((file) => {
      flushSync(() => setList(() => file.RowMenuList));
    });
  const comeNear = () => void load().catch(() => undefined);
  const press = () => {
    if (List) return setOpened(!opened);
    load().then(
      () => setOpened(true),
      () => toastFailure('The actions could not be loaded. Press again to try again.'),
    );
  };
  return (
    <>
      <ActionIcon
        ref={button}
        id={id}
        variant="subtle"
        color="gray.7"
        size="md"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onPointerEnter={comeNear}
        onFocus={comeNear}
        onClick={press}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      {List && <List id={id} button={button} items={ordered} opened={opened} onOpened={setOpened} />}
    </>
  );
}
