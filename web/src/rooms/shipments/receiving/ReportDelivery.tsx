import { Radio, Stack } from '@mantine/core';
import { offersReorder, sideOf } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { shipmentDay } from '../day.ts';
import type { Row } from '../sides.ts';
import type { MoveProps } from '../tasks.ts';
import { MoreAboutIt } from './MoreAboutIt.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { useReceipt } from './receipt.ts';
import { WhatArrived } from './WhatArrived.tsx';

const outcomes = { damaged: 'Damaged', missing: 'Missing', other: 'Other' } as const;
type Reported = keyof typeof outcomes;

/** SST-07 to SST-09: a delivery did not end well; a site may then ask for the same again (OPS-85). */
export function ReportDelivery({ row, onClose, onMoved, onOffer }: MoveProps & { onOffer: () => void }) {
  const viewer = useViewer();
  const [outcome, setOutcome] = useState<Reported | null>(null);
  const onDone = (status: Row['status']) => (offersReorder(status, sideOf(viewer)) ? onOffer() : onClose());
  const receipt = useReceipt(row, outcome, { onMoved, onClose, onDone });
  return (
    <ReceiptDialog
      title={`Report delivery of request ${row.srId}`}
      confirm="Report delivery"
      receipt={receipt}
      isReady={receipt.isReady}
      missing={outcome ? null : 'Still missing: what happened to the delivery.'}
      onConfirm={() => receipt.send(shipmentDay())}
      onClose={onClose}
    >
      <Stack>
        <Radio.Group
          label="What happened to the delivery?"
          required
          value={outcome}
          onChange={(value) => setOutcome(value as Reported)}
        >
          <Stack gap="xs" mt="xs">
            {Object.entries(outcomes).map(([value, label], i) => (
              <Radio key={value} value={value} label={label} data-autofocus={i === 0 || undefined} />
            ))}
          </Stack>
        </Radio.Group>
        <WhatArrived receipt={receipt} />
        <MoreAboutIt receipt={receipt} row={row} />
      </Stack>
    </ReceiptDialog>
  );
}
