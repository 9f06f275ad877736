import { List } from '@mantine/core';
import { Notice } from './Notice.tsx';
import type { Difference } from './rebase.ts';

/** Says what someone else, or one's own first try that got no answer, has changed while a form was open. */
export function ChangedNotice(props: {
  /** The record in a word. */
  what: string;
  differences: readonly Difference[];
  /** Sentences about what is no change of a field, such as an entry that was added. */
  others?: readonly string[];
  /** Nobody else has (`isOwnChange`). */
  isOwn?: boolean;
}) {
  const { what, differences, others = [], isOwn = false } = props;
  return (
    // Another change is another message, which is shown again.
    <Notice
      key={JSON.stringify([differences, others])}
      tone="warning"
      title={
        isOwn
          ? `Your first try, which got no answer, has changed this ${what}`
          : `Someone else has changed this ${what} in the meantime`
      }
    >
      {differences.length + others.length === 0 &&
        'None of these fields has changed. Save again to keep what you typed.'}
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label}>
            {label} is now {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ` What you typed is still in the field; saving replaces ${isOwn ? 'that' : 'theirs'}.`}
          </List.Item>
        ))}
        {others.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
