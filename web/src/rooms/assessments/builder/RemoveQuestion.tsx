import { Text } from '@mantine/core';
import { endsAfter } from '@portal/contract/assessments/graph-problems.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import classes from './builder.module.css';
import { type Draft, lostWith, nameOf, removed, shortened } from './graph-edit.ts';

/** ASB-15: a question takes the branches that lead to it along, and with them options of others, perhaps the flagged one. */
export function RemoveQuestion(props: {
  draft: Draft;
  id: string;
  onRemove: () => void;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
}) {
  const { draft, id, onRemove, onClose, returnTo } = props;
  const node = draft.nodes.find((one) => one.id === id);
  if (!node) return null;
  const after = removed(draft, id);
  return (
    <ConfirmDialog
      opened
      title={`Remove ${nameOf(node)}?`}
      confirm="Remove"
      cancel="Close"
      danger
      onConfirm={onRemove}
      onClose={onClose}
      returnTo={returnTo}
    >
      <Text>Other questions lose what leads to it:</Text>
      <ul className={classes.branches}>
        {lostWith(draft, id).map(({ edge, source, options }) => (
          <li key={edge.id}>
            {nameOf(source)}
            {source.question && ` (${shortened(source.question)})`}:{' '}
            {options.length === 0
              ? 'its branch without options'
              : options.map(({ text, isFlagged }) => `“${text}”${isFlagged ? ' (flagged)' : ''}`).join(', ')}
            {endsAfter(after, source) && `. The assessment then ends after ${nameOf(source)}.`}
          </li>
        ))}
      </ul>
      <Text mt="xs">Undo brings everything back.</Text>
    </ConfirmDialog>
  );
}
