import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import type { MoveProps } from '../tasks.ts';
import { UnsignedForm } from '../view/UnsignedForm.tsx';
import { useMove } from '../writes.ts';

/** SST-02: a partner takes a waiting request on. */
export function MarkAsProcessing({ row, ...then }: MoveProps) {
  const { move, isPending, refused } = useMove(row, then);
  return (
    <ConfirmDialog
      opened
      title={`Mark request ${row.srId} as processing?`}
      confirm="Mark as processing"
      busy={isPending}
      refused={refused}
      onConfirm={() => move('processing')}
      onClose={then.onClose}
    >
      <UnsignedForm request={row} />
      The site can no longer cancel the request once it is processing.
    </ConfirmDialog>
  );
}
