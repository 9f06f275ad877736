import { toastSuccess } from '#kit/toast.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { movedText } from '../sentences.ts';
import type { TaskProps } from '../tasks.ts';
import { isLost, useMove } from '../writes.ts';

/** SST-02: a partner takes a waiting request on. */
export function MarkAsProcessing({ row, onClose }: TaskProps) {
  const { move, isPending } = useMove();
  const onDone = () => {
    toastSuccess(movedText(row.srId, 'processing'));
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Mark request ${row.srId} as processing?`}
      confirm="Mark as processing"
      busy={isPending}
      onConfirm={() =>
        move(row, 'processing', undefined, { onDone, onFailure: (failure) => isLost(failure) && onClose() })
      }
      onClose={onClose}
    >
      The site can no longer cancel the request once it is processing.
    </ConfirmDialog>
  );
}
