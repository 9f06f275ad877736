import type { FollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { useNow } from '#shared/now.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';

/** Of a follow-up that is not completed and whose time has passed, be it today; nothing of any other. */
export function OverdueMark({ of: { status, followUpTime } }: { of: Pick<FollowUp, 'status' | 'followUpTime'> }) {
  const now = useNow();
  if (!status || followUpTime >= now) return null;
  return (
    <>
      {' '}
      <WordBadge colour="red">Overdue</WordBadge>
    </>
  );
}
