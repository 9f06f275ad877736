import { Button, List } from '@mantine/core';
import { Notice } from '#kit/Notice.tsx';
import type { Difference } from '#kit/rebase.ts';
import type { Work } from './work.ts';

export interface TakenOver {
  title: string;
  /** A response is gone on with as a review; a draft stays one. */
  of: 'response' | 'draft';
  differences: readonly Difference[];
  /** Whether what is held in the tables was changed, too. */
  hasTables: boolean;
  theirs: Work;
}

/** What a colleague has answered or reviewed while somebody was answering here, or they themselves in another window (REL-07). */
export function Meanwhile({
  title,
  of,
  differences,
  hasTables,
  onDiscard,
}: Omit<TakenOver, 'theirs'> & { onDiscard: (() => void) | null }) {
  const isResponse = of === 'response';
  return (
    // Another change is another message, which is shown again.
    <Notice key={JSON.stringify(differences)} tone="warning" title={title}>
      {isResponse && differences.length === 0 && 'No answer and no note has changed. '}
      {isResponse ? 'Please look at it again, then press “Finish Review”.' : 'What was entered there is here now.'}
      {hasTables && ' The changes of its tables are here as well.'}
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label} style={{ overflowWrap: 'anywhere' }}>
            {label} {kept && !isResponse ? 'is there' : 'is now'} {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ` What you typed is still in the field${isResponse ? '; “Finish Review” replaces theirs' : ''}.`}
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
