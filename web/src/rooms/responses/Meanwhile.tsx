import { Button, List } from '@mantine/core';
import { Notice } from '#kit/Notice.tsx';
import type { Difference } from '#kit/rebase.ts';

export interface TakenOver {
  title: string;
  differences: readonly Difference[];
}

/** What a colleague has answered or reviewed while somebody was answering here (REL-07). */
export function Meanwhile({ title, differences, onDiscard }: TakenOver & { onDiscard: (() => void) | null }) {
  return (
    // Another change is another message, which is shown again.
    <Notice key={JSON.stringify(differences)} tone="warning" title={title}>
      {differences.length === 0 && 'No answer and no note has changed. '}
      Please look at it again, then press “Finish Review”.
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label} style={{ overflowWrap: 'anywhere' }}>
            {label} is now {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ' What you typed is still in the field; “Finish Review” replaces theirs.'}
          </List.Item>
        ))}
      </List>
      {onDiscard && (
        <Button mt="xs" variant="default" size="compact-sm" onClick={onDiscard}>
          Discard what I typed
        </Button>
      )}
    </Notice>
  );
}
