import { toastSuccess } from '#kit/toast.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import type { TaskProps } from '../tasks.ts';
import { movedText } from '../sentences.ts';
import { isLost, useMove } from '../writes.ts';

/** SST-03, SST-04, OPS-81: a site or a partner ends a request that has not been shipped. */
export function CancelRequest({ row, onClose }: TaskProps) {
  const { move, isPending } = useMove();
  const onDone = () => {
    toastSuccess(movedText(row.srId, 'cancelled'));
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Cancel request ${row.srId}?`}
      confirm="Cancel request"
      cancel="Keep request"
      danger
      busy={isPending}
      onConfirm={() =>
        move(row, 'cancelled', undefined, { onDone, onFailure: (failure) => isLost(failure) && onClose() })
      }
      onClose={onClose}
    >
      A cancelled request cannot be reopened. Its reminder is removed too.
    </ConfirmDialog>
  );
}
