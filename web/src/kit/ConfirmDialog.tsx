import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

/** Asks before something is done; the button says what will happen. `cancel={null}` leaves only that button. */
export function ConfirmDialog(props: {
  opened: boolean;
  title: string;
  children?: ReactNode;
  confirm: string;
  cancel?: string | null;
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const {
    opened,
    title,
    children,
    confirm,
    cancel = 'Cancel',
    danger,
    busy = false,
    disabled,
    onConfirm,
    onClose,
  } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} mayClose={!busy}>
      <Stack>
        <Box>{children}</Box>
        <Group justify="flex-end">
          {cancel !== null && (
            <Button variant="default" onClick={onClose} disabled={busy}>
              {cancel}
            </Button>
          )}
          <Button
            color={danger ? 'red.8' : undefined}
            loading={busy}
            disabled={disabled}
            onClick={onConfirm}
            data-autofocus={danger || disabled ? undefined : true}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
