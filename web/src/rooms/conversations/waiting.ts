/** How much is unread, for the menu. */
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { useReadAnew, useTold } from '#shared/told.ts';

const shown = [countWaiting];

export function useUnread({ isWanted }: { isWanted: boolean }): number {
  const { cpId: cp_id } = useViewer();
  const again = useReadAnew(shown);
  useTold(again, isWanted);
  useLive(isWanted ? ['conversation.changed', 'inbox.changed'] : [], again);
  // In a narrow window the menu is there only while it is open: what was told before it was not heard.
  const { data } = useQuery({ ...read(countWaiting, { query: { cp_id } }), enabled: isWanted, staleTime: 0 });
  return isWanted ? (data?.unreadMessages ?? 0) : 0;
}
