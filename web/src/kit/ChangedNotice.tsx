import { List } from '@mantine/core';
import { Notice } from './Notice.tsx';
import type { Difference } from './rebase.ts';

/** Says what someone else has changed while a form was open. */
export function ChangedNotice(props: {
  /** The record in a word. */
  what: string;
  differences: readonly Difference[];
  /** Sentences about what is no change of a field, such as an entry that was added. */
  others?: readonly string[];
}) {
  const { what, differences, others = [] } = props;
  return (
    // Another change is another message, which is shown again.
    <Notice
      key={JSON.stringify([differences, others])}
      tone="warning"
      title={`Someone else has changed this ${what} in the meantime`}
    >
      {differences.length + others.length === 0 &&
        'None of these fields has changed. Save again to keep what you typed.'}
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label}>
            {label} is now {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ' What you typed is still in the field; saving replaces theirs.'}
          </List.Item>
        ))}
        {others.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
