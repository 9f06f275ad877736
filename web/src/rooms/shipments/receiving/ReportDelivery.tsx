import { Radio, Stack } from '@mantine/core';
import { offersReorder, sideOf } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { shipmentDay } from '../day.ts';
import type { MoveProps } from '../tasks.ts';
import { useMove } from '../writes.ts';

const outcomes = { damaged: 'Damaged', missing: 'Missing', other: 'Other' } as const;
type Outcome = keyof typeof outcomes;

/** SST-07 to SST-09: a delivery did not end well; a site may then ask for the same again (OPS-85). */
export function ReportDelivery({ row, onClose, onMoved, onOffer }: MoveProps & { onOffer: () => void }) {
  const viewer = useViewer();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const onDone = outcome && offersReorder(outcome, sideOf(viewer)) ? onOffer : onClose;
  const { move, isPending, refused } = useMove(row, { onMoved, onClose, onDone });
  return (
    <ConfirmDialog
      opened
      title={`Report delivery of request ${row.srId}`}
      confirm="Report delivery"
      busy={isPending}
      refused={refused}
      disabled={outcome === null}
      onConfirm={() => outcome && move(outcome, shipmentDay())}
      onClose={onClose}
    >
      <Radio.Group
        label="What happened to the delivery?"
        required
        value={outcome}
        onChange={(value) => setOutcome(value as Outcome)}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(outcomes).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
