import { type RefObject, useRef } from 'react';
import { useSeen } from '#kit/seen.ts';
import type { Comment } from '../queries.ts';
import { useCommenting } from '../writes.ts';

export const isUnread = ({ isRead, isMine }: Comment): boolean => !isRead && !isMine;

/**
 * CMT-05, CMT-06: the comments of a list that have been on the screen for 2 s are marked read; who looks away sooner, or has not
 * scrolled to them, leaves them unread. Each that is unread says its number in `data-unread`.
 */
export function useReadAfter2s(srId: number): RefObject<HTMLUListElement | null> {
  const { markRead } = useCommenting();
  const list = useRef<HTMLUListElement>(null);
  useSeen(list, '[data-unread]', 2000, (seen) => {
    const unread = seen.map((one) => one.getAttribute('data-unread')).filter((id) => id !== null);
    if (unread.length > 0) markRead(srId, unread.map(Number));
  });
  return list;
}
