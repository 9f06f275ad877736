import { Radio, Stack } from '@mantine/core';
import { offersReorder, sideOf } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { shipmentDay } from '../day.ts';
import type { TaskProps } from '../tasks.ts';
import { movedText } from '../sentences.ts';
import { isLost, useMove } from '../writes.ts';

const outcomes = { damaged: 'Damaged', missing: 'Missing', other: 'Other' } as const;
type Outcome = keyof typeof outcomes;

/** SST-07 to SST-09: a delivery did not end well; a site may then ask for the same again (OPS-85). */
export function ReportDelivery({ row, onClose, onOffer }: TaskProps & { onOffer: () => void }) {
  const viewer = useViewer();
  const { move, isPending } = useMove();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const report = (to: Outcome) => {
    const onDone = () => {
      toastSuccess(movedText(row.srId, to));
      if (offersReorder(to, sideOf(viewer))) onOffer();
      else onClose();
    };
    move(row, to, shipmentDay(), { onDone, onFailure: (failure) => isLost(failure) && onClose() });
  };
  return (
    <ConfirmDialog
      opened
      title={`Report delivery of request ${row.srId}`}
      confirm="Report delivery"
      busy={isPending}
      disabled={outcome === null}
      onConfirm={() => outcome && report(outcome)}
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
