import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before what was typed is thrown away. */
export function DiscardQuestion(props: {
  opened: boolean;
  title?: string | undefined;
  children?: ReactNode;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const { opened, title, children, onDiscard, onClose } = props;
  return (
    <ConfirmDialog
      opened={opened}
      title={title ?? 'Discard what you typed?'}
      confirm="Discard"
      cancel="Keep editing"
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      {children ?? 'Changes you made may not be saved.'}
    </ConfirmDialog>
  );
}
