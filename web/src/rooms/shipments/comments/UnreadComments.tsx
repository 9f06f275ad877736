import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Comment } from '../queries.ts';
import { isUnread } from './read-after.ts';

/** How many comments of a request are unread, and the way down to the first of them: what is not looked at stays unread (CMT-05). */
export function UnreadComments({ comments }: { comments: readonly Comment[] }) {
  const { length } = comments.filter(isUnread);
  if (length === 0) return null;
  const show = ({ currentTarget }: MouseEvent) => {
    const first = currentTarget.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-unread]');
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  };
  return (
    <Anchor component="button" type="button" size="sm" fw={500} style={{ alignSelf: 'flex-start' }} onClick={show}>
      {length} unread {length === 1 ? 'comment' : 'comments'}
    </Anchor>
  );
}
