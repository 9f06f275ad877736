import { Stack } from '@mantine/core';
import { nextOrderProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import { useFirstDay, useShipmentDay } from '../day.ts';
import { EnterSends } from '../EnterSends.tsx';
import { dateNames } from '../sentences.ts';
import { useReminder } from '../writes.ts';

const label = dateNames.nextOrderDate;
interface Row {
  srId: number;
  nextOrderDate: string;
}

/** REM-02: on another day. */
export function MoveReminder({ row, onClose }: { row: Row; onClose: () => void }) {
  const { set, isPending, known, isStale, refused } = useReminder(row);
  const today = useShipmentDay();
  const firstDay = useFirstDay();
  // REM-02: what is overdue needs another day in any case, so the next one is offered.
  const [offered] = useState(row.nextOrderDate > firstDay ? row.nextOrderDate : plusDays(firstDay, 1));
  const [day, setDay] = useState<string | null>(offered);
  const problem = day === null ? null : nextOrderProblem(day, today, label);
  const isReady = day !== null && problem === null && day !== known.nextOrderDate;
  const send = () => {
    if (!isReady || isPending) return;
    set(day, () => {
      toastSuccess(`You will be reminded of request ${row.srId} on ${asDay(day)}.`);
      onClose();
    });
  };
  return (
    <Dialog
      opened
      title={`Reminder for request ${row.srId}`}
      mayClose={!isPending}
      dirty={day !== offered}
      onClose={onClose}
    >
      <Stack>
        {isStale && (
          <ChangedNotice
            what="reminder"
            differences={[{ label, theirs: asDay(known.nextOrderDate), kept: day !== known.nextOrderDate }]}
          />
        )}
        <EnterSends send={send}>
          <DateField label={label} required value={day} onChange={setDay} error={problem} data-autofocus />
        </EnterSends>
        <DialogFooter refused={refused}>
          <DialogCancel disabled={isPending} />
          <SubmitButton busy={isPending} ready={isReady} onPress={send}>
            Set reminder
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** REM-03. */
export function DismissReminder({ row, onClose }: { row: Row; onClose: () => void }) {
  const { dismiss, isPending, known, isStale, refused } = useReminder(row);
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
        dismiss(() => {
          toastSuccess(`The reminder of request ${row.srId} is dismissed.`);
          onClose();
        })
      }
      onClose={onClose}
    >
      {isStale && (
        <ChangedNotice what="reminder" differences={[{ label, theirs: asDay(known.nextOrderDate), kept: false }]} />
      )}
      The shipment leaves Upcoming Shipments. The request itself stays as it is.
    </ConfirmDialog>
  );
}
