import { afterTodayProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asDay } from '#kit/today.ts';
import { shipmentDay } from './day.ts';
import { useReminder } from './writes.ts';

/** REM-02: on another day. */
export function MoveReminder({ row, onClose }: { row: { srId: number; nextOrderDate: string }; onClose: () => void }) {
  const { set, isPending } = useReminder();
  const [today] = useState(shipmentDay);
  const [day, setDay] = useState<string | null>(row.nextOrderDate);
  const problem = day === null ? null : afterTodayProblem(day, today);
  return (
    <ConfirmDialog
      opened
      title={`Reminder for request ${row.srId}`}
      confirm="Set reminder"
      busy={isPending}
      disabled={day === null || problem !== null || day === row.nextOrderDate}
      onConfirm={() =>
        day &&
        set(row.srId, day, () => {
          toastSuccess(`You will be reminded of request ${row.srId} on ${asDay(day)}.`);
          onClose();
        })
      }
      onClose={onClose}
    >
      <DateField label="Next Order Date" required value={day} onChange={setDay} error={problem} />
    </ConfirmDialog>
  );
}

/** REM-03. */
export function DismissReminder({ row, onClose }: { row: { srId: number }; onClose: () => void }) {
  const { dismiss, isPending } = useReminder();
  return (
    <ConfirmDialog
      opened
      title={`Dismiss the reminder of request ${row.srId}?`}
      confirm="Dismiss reminder"
      cancel="Keep reminder"
      danger
      busy={isPending}
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
