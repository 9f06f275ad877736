import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal, type Refused } from './Refusal.tsx';
import { Sheet } from './Sheet.tsx';
import { SubmitButton } from './SubmitButton.tsx';

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
  /** Why it was not done; the question stays, and may be answered again. */
  refused?: Refused | null | false | undefined;
  /** Where the focus goes when what opened the dialog is gone. */
  returnTo?: () => HTMLElement | null;
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
    disabled = false,
    refused,
    onConfirm,
    onClose,
  } = props;
  return (
    <Sheet opened={opened} onClose={onClose} title={title} mayClose={!busy} returnTo={props.returnTo}>
      <Stack>
        <Box>{children}</Box>
        {refused && <Refusal {...refused} />}
        <Group justify="flex-end">
          {cancel !== null && (
            <Button variant="default" onClick={onClose} disabled={busy} data-autofocus={danger || undefined}>
              {cancel}
            </Button>
          )}
          <SubmitButton
            color={danger ? 'red.8' : undefined}
            busy={busy}
            ready={!disabled}
            onPress={onConfirm}
            data-autofocus={danger || disabled ? undefined : true}
          >
            {confirm}
          </SubmitButton>
        </Group>
      </Stack>
    </Sheet>
  );
}
