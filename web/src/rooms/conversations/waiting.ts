/** How much is unread, for the menu. */
import { countWaiting } from '@portal/contract/conversations/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { useReadAnew, useTold } from '#shared/told.ts';

const shown = [countWaiting];

export function useUnread({ isWanted }: { isWanted: boolean }): number {
  const { cpId: cp_id } = useViewer();
  useTold(useReadAnew(shown), isWanted);
  // In a narrow window the menu is there only while it is open: what was told before it was not heard.
  const { data } = useQuery({ ...read(countWaiting, { query: { cp_id } }), enabled: isWanted, staleTime: 0 });
  return isWanted ? (data?.unreadMessages ?? 0) : 0;
}
