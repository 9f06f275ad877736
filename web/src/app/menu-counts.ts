import { meets } from '@portal/contract/access.ts';
import { conversationAccess, most } from '@portal/contract/conversations/rules.ts';
import { workOf } from '@portal/contract/needs/rules.ts';
import { useEffect, useMemo, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { useUnread } from '#rooms/conversations/waiting.ts';
import { waitingByPage } from '#rooms/needs/links.ts';
import { useNeeds } from '#rooms/needs/queries.ts';
import { untilIdle } from './fetch-ahead.ts';

/** How much waits on each page of the menu. It is asked for once the page is there and the browser has nothing else to do. */
export function useMenuCounts(isPageThere: boolean) {
  const viewer = useViewer();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isPageThere) return;
    let isGone = false;
    void untilIdle().then(() => !isGone && setIdle(true));
    return () => {
      isGone = true;
    };
  }, [isPageThere]);
  const { data } = useNeeds({
    isWanted: isIdle && workOf(viewer).some((work) => work !== 'conversations'),
    byTheClock: false,
  });
  const unread = useUnread({ isWanted: isIdle && meets(conversationAccess, viewer) });
  return useMemo(() => {
    // Of conversations the menu counts the messages, as they are told.
    const waiting = waitingByPage((data?.needs ?? []).filter(({ kind }) => kind !== 'conversations'));
    const words =
      unread < most.counted
        ? `${unread} unread ${unread === 1 ? 'message' : 'messages'}`
        : 'More than 99 unread messages';
    return unread === 0 ? waiting : new Map([...waiting, ['/chat', { count: unread, words }]]);
  }, [data, unread]);
}
