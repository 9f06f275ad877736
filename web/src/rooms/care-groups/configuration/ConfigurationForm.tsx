import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import type { useConfiguring } from './use-configuring.ts';

/** What stands around the fields of a configuration: what was told, the buttons, and the question before it is saved (TRC-08, TRC-09, STC-04, STC-05). */
export function ConfigurationForm(props: {
  configuring: Pick<ReturnType<typeof useConfiguring>, 'group' | 'dirty' | 'asking' | 'changed' | 'told' | 'ask'>;
  /** Everything that is asked for is there. */
  isWhole: boolean;
  busy: boolean;
  onSave: () => void;
  children: ReactNode;
}) {
  const { configuring, isWhole, busy, onSave, children } = props;
  const { group, dirty, asking, changed, told, ask } = configuring;
  const isReady = dirty && isWhole;
  return (
    <form
      noValidate
      aria-label="Group Configurations"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) ask(true);
      }}
    >
      <Stack gap="md">
        {!told && changed && <ChangedNotice what="care group" {...changed} />}
        {children}
        <DialogFooter refused={told && !asking && told}>
          <DialogCancel disabled={busy} />
          <SubmitButton busy={busy} ready={isReady}>
            Configure
          </SubmitButton>
        </DialogFooter>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title="Would you like to configure this care group?"
        confirm="Configure"
        busy={busy}
        onConfirm={onSave}
        onClose={() => ask(false)}
      >
        {group.displayName}
      </ConfirmDialog>
    </form>
  );
}
