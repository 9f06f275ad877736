import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { menuOf } from './menu.ts';

const GoTo = lazyDialog(() => import('#rooms/go-to/GoTo.tsx'), 'GoTo');

/** Leads anywhere by a name or a number; the key does the same from everywhere. */
export function GoToButton() {
  const viewer = useViewer();
  const [opened, dialog] = useDisclosure(false);
  const isMac = navigator.platform.startsWith('Mac');
  const { open } = dialog;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      if (event.key.toLowerCase() !== 'k' || (isMac ? !metaKey : !ctrlKey) || shiftKey || altKey) return;
      // The browser's own use of it would lead away.
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isMac, open]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="dark"
        size="lg"
        aria-label="Go to"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={isMac ? 'Go to (⌘K)' : 'Go to (Ctrl+K)'}
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {opened && (
        <GoTo
          pages={menuOf(viewer).flatMap(({ label: group, entries }) =>
            entries.map(({ label, path }) => ({ label, path, group })),
          )}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
