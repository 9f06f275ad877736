import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import type { useReceipt } from './receipt.ts';

/** The dialog in which a delivery is confirmed or reported. */
export function ReceiptDialog(props: {
  title: string;
  confirm: string;
  receipt: ReturnType<typeof useReceipt>;
  isReady: boolean;
  /** What keeps it from being sent, beside what the receipt says itself. */
  missing: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, confirm, receipt, isReady, missing, onConfirm, onClose, children } = props;
  return (
    <Dialog opened onClose={onClose} title={title} size="lg" mayClose={!receipt.isPending} dirty={receipt.isDirty}>
      <Stack>
        {children}
        <DialogFooter says={missing ?? receipt.says} refused={receipt.gone ?? (!receipt.isPending && receipt.refused)}>
          <DialogCancel disabled={receipt.isPending}>{receipt.gone ? 'Close' : 'Cancel'}</DialogCancel>
          {!receipt.gone && (
            <SubmitButton ready={isReady} busy={receipt.isPending} onPress={onConfirm}>
              {confirm}
            </SubmitButton>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
