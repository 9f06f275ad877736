import { nextOrderProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asDay, plusDays } from '#kit/today.ts';
import { shipmentDay } from '../day.ts';
import { EnterSends } from '../EnterSends.tsx';
import { useReminder } from '../writes.ts';

const label = 'Next Order Date';

/** REM-02: on another day. */
export function MoveReminder({ row, onClose }: { row: { srId: number; nextOrderDate: string }; onClose: () => void }) {
  const { set, isPending, refused } = useReminder();
  const [today] = useState(shipmentDay);
  // REM-02: what is overdue needs another day in any case, so the next one is offered.
  const [day, setDay] = useState<string | null>(row.nextOrderDate > today ? row.nextOrderDate : plusDays(today, 1));
  const problem = day === null ? null : nextOrderProblem(day, today, label);
  const isReady = day !== null && problem === null && day !== row.nextOrderDate;
  const send = () => {
    if (!isReady || isPending) return;
    set(row.srId, day, () => {
      toastSuccess(`You will be reminded of request ${row.srId} on ${asDay(day)}.`);
      onClose();
    });
  };
  return (
    <ConfirmDialog
      opened
      title={`Reminder for request ${row.srId}`}
      confirm="Set reminder"
      busy={isPending}
      refused={refused}
      disabled={!isReady}
      onConfirm={send}
      onClose={onClose}
    >
      <EnterSends send={send}>
        <DateField label={label} required value={day} onChange={setDay} error={problem} data-autofocus />
      </EnterSends>
    </ConfirmDialog>
  );
}

/** REM-03. */
export function DismissReminder({ row, onClose }: { row: { srId: number }; onClose: () => void }) {
  const { dismiss, isPending, refused } = useReminder();
  return (
    <ConfirmDialog
      opened
      title={`Dismiss the reminder of request ${row.srId}?`}
      confirm="Dismiss reminder"
      cancel="Keep reminder"
      danger
      busy={isPending}
      refused={refused}
      onConfirm={() =>
        dismiss(row.srId, () => {
          toastSuccess(`The reminder of request ${row.srId} is dismissed.`);
          onClose();
        })
      }
      onClose={onClose}
    >
      The shipment leaves Upcoming Shipments. The request itself stays as it is.
    </ConfirmDialog>
  );
}
