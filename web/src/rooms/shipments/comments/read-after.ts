import { useEffect, useRef } from 'react';
import type { Comment } from '../queries.ts';
import { useCommenting } from '../writes.ts';

/** CMT-05, CMT-06: comments shown for 2 s are marked read; whoever looks away sooner leaves them unread. */
export function useReadAfter2s(srId: number, comments: readonly Comment[]) {
  const { markRead } = useCommenting();
  const latest = useRef(markRead);
  useEffect(() => {
    latest.current = markRead;
  });
  const unread = comments.filter((comment) => !comment.isRead && !comment.isMine).map((comment) => comment.commentId);
  const shown = unread.join();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => latest.current(srId, shown.split(',').map(Number)), 2000);
    return () => clearTimeout(timer);
  }, [srId, shown]);
}
