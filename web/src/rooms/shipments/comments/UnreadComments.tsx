import { Anchor } from '@mantine/core';
import { type MouseEvent, useEffect } from 'react';
import type { Comment } from '../queries.ts';
import { isUnread } from './read-after.ts';

/** How many comments of a request are unread, and the way down to the first of them: what is not looked at stays unread (CMT-05). */
export function UnreadComments(props: {
  comments: readonly Comment[];
  /** Whether what stands above them is there: until then it comes in between, and moves them out of sight again. */
  isWhole?: boolean;
}) {
  const { comments, isWhole = true } = props;
  useEffect(() => {
    const at = document.activeElement;
    if (isWhole && at?.hasAttribute('data-unread')) at.scrollIntoView({ block: 'center' });
  }, [isWhole]);
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
