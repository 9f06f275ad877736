import { Stack, Text } from '@mantine/core';
import { receivedProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { DateField } from '#kit/DateField.tsx';
import { asDay } from '#kit/today.ts';
import { useShipmentDay } from '../day.ts';
import { EnterSends } from '../EnterSends.tsx';
import { asksForProof, type MoveProps } from '../tasks.ts';
import { MoreAboutIt } from './MoreAboutIt.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { useReceipt } from './receipt.ts';
import { WhatArrived } from './WhatArrived.tsx';

/** SST-06, SST-14 to SST-16: a delivery has arrived, on a day between its shipping and today. Its proof may follow (SST-17). */
export function ConfirmDelivery({ row, onClose, onMoved, onProof }: MoveProps & { onProof: () => void }) {
  const viewer = useViewer();
  const onDone = asksForProof(row, viewer) ? onProof : onClose;
  const receipt = useReceipt(row, 'received', { onMoved, onClose, onDone });
  const today = useShipmentDay();
  const [received, setReceived] = useState<string | null>(today);
  const shippedOn = row.dateShipped ?? row.dateOfStatusChange;
  const problem = received === null ? null : receivedProblem(received, shippedOn, today);
  const isReady = receipt.isReady && received !== null && problem === null;
  const send = () => {
    if (isReady) receipt.send(received);
  };
  return (
    <ReceiptDialog
      title={`Confirm delivery of request ${row.srId}`}
      confirm="Confirm delivery"
      receipt={receipt}
      isReady={isReady}
      missing={
        received === null ? 'Still missing: order received date.' : problem && 'Correct the order received date.'
      }
      onConfirm={send}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">Shipped on {asDay(shippedOn)}.</Text>
        <WhatArrived receipt={receipt} />
        <EnterSends send={send}>
          <DateField
            label="Order received date"
            required
            value={received}
            onChange={setReceived}
            min={shippedOn}
            max={today}
            error={problem}
            data-autofocus
          />
        </EnterSends>
        <MoreAboutIt receipt={receipt} row={row} />
      </Stack>
    </ReceiptDialog>
  );
}
