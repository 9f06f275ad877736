import { Text } from '@mantine/core';
import { messages } from '@portal/contract/documents/rules.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';

/** Asks whether an order form takes the place of the present one (ODF-02, OPS-54). */
export function ReplaceOrderForm(props: { opened: boolean; onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog title="Replace order form" confirm="Confirm" {...props}>
      <Text>{messages.replaceOrderForm}</Text>
      <Text c="gray.7" mt="xs">
        The present one leaves the trial. Signed copies stay.
      </Text>
    </ConfirmDialog>
  );
}
