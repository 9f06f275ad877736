import { List } from '@mantine/core';
import { Notice } from './Notice.tsx';
import type { Difference } from './rebase.ts';

/** Says what someone else has changed while a form was open; `what` is the record in a word. */
export function ChangedNotice({ what, differences }: { what: string; differences: readonly Difference[] }) {
  return (
    // Another change is another message, which is shown again.
    <Notice
      key={JSON.stringify(differences)}
      tone="warning"
      title={`Someone else has changed this ${what} in the meantime`}
    >
      {differences.length === 0 && 'None of these fields has changed. Save again to keep what you typed.'}
      <List size="sm">
        {differences.map(({ label, theirs, kept }) => (
          <List.Item key={label}>
            {label} is now {theirs === '' ? 'empty' : `“${theirs}”`}.
            {kept && ' What you typed is still in the field; saving replaces theirs.'}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}
