import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import type { MoveProps } from '../tasks.ts';
import { useMove } from '../writes.ts';

/** SST-03, SST-04, OPS-81: a site or a partner ends a request that has not been shipped. */
export function CancelRequest({ row, ...then }: MoveProps) {
  const { move, isPending, refused } = useMove(row, then);
  return (
    <ConfirmDialog
      opened
      title={`Cancel request ${row.srId}?`}
      confirm="Cancel request"
      cancel="Keep request"
      danger
      busy={isPending}
      refused={refused}
      onConfirm={() => move('cancelled')}
      onClose={then.onClose}
    >
      A cancelled request cannot be reopened. Its reminder is removed too.
    </ConfirmDialog>
  );
}
