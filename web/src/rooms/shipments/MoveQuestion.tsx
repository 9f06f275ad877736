import type { ReactNode } from 'react';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { statusWords } from '#shared/StatusBadge.tsx';
import type { Step } from './sentences.ts';
import type { MoveProps } from './tasks.ts';
import { useLostTries, useMove } from './writes.ts';

/** Asks before a request goes to another status. Where somebody else has moved it meanwhile it says so, and offers what can still be done. */
export function MoveQuestion(
  props: MoveProps & {
    to: Step;
    title: string;
    confirm: string;
    cancel?: string;
    danger?: boolean;
    children: ReactNode;
  },
) {
  const { row, to, title, confirm, cancel, danger = false, children, ...then } = props;
  const { move, isPending, refused, movedTo, gone } = useMove(row, to, then, useLostTries());
  if (gone)
    return (
      <ConfirmDialog
        opened
        title={title}
        confirm="Close"
        cancel={null}
        refused={gone}
        onConfirm={then.onClose}
        onClose={then.onClose}
      />
    );
  return (
    <ConfirmDialog
      opened
      title={title}
      confirm={confirm}
      cancel={cancel}
      danger={danger}
      busy={isPending}
      refused={refused}
      onConfirm={() => move()}
      onClose={then.onClose}
    >
      {movedTo && (
        <ChangedNotice
          what="request"
          differences={[{ label: 'The status', theirs: statusWords[movedTo], kept: false }]}
        />
      )}
      {children}
    </ConfirmDialog>
  );
}
