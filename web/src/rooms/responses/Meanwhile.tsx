import { Button, List } from '@mantine/core';
import { Notice } from '#kit/Notice.tsx';
import type { Difference } from '#kit/rebase.ts';
import type { Entry, Work } from './work.ts';

export interface TakenOver {
  title: string;
  /** A response is gone on with as a review; a draft stays one. */
  of: 'response' | 'draft';
  differences: readonly Difference[];
  /** What stands there of entries of the tables that were changed here as well. */
  entries: readonly Entry[];
  /** Whether changes of the tables were taken over. */
  hasTables: boolean;
  theirs: Work;
}

/** What a colleague has answered or reviewed while somebody was answering here, or they themselves in another window (REL-07). */
export function Meanwhile({
  title,
  of,
  differences,
  entries,
  hasTables,
  onDiscard,
}: Omit<TakenOver, 'theirs'> & { onDiscard: (() => void) | null }) {
  const isResponse = of === 'response';
  const isAllHere = entries.length === 0 && !differences.some(({ kept }) => kept);
  return (
    // Another change is another message, which is shown again.
    <Notice key={JSON.stringify([differences, entries])} tone="warning" title={title}>
      {isResponse && differences.length === 0 && 'No answer and no note has changed. '}
      {isResponse
        ? 'Please look at it again, then press “Finish Review”.'
        : `What was entered there is here now${isAllHere ? '' : ', except for what you changed as well'}.`}
      {hasTables && ' The changes of its tables are here as well.'}
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label} style={{ overflowWrap: 'anywhere' }}>
            {label} {kept && !isResponse ? 'is there' : 'is now'} {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ` What you typed is still in the field${isResponse ? '; “Finish Review” replaces theirs' : ''}.`}
          </List.Item>
        ))}
        {entries.map(({ name, theirs }) => (
          <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
            “{name}” {theirs} Your own change of it is still in the table.
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
