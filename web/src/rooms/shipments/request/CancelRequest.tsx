import { MoveQuestion } from '../MoveQuestion.tsx';
import { useDesk } from '../sides.ts';
import type { MoveProps } from '../tasks.ts';

/** SST-03, SST-04, OPS-81: a site or a partner ends a request that has not been shipped. Partners have no reminders (REM-05). */
export function CancelRequest(props: MoveProps) {
  const desk = useDesk();
  return (
    <MoveQuestion
      {...props}
      to="cancelled"
      title={`Cancel request ${props.row.srId}?`}
      confirm="Cancel request"
      cancel="Keep request"
      danger
    >
      A cancelled request cannot be reopened.{desk === 'site' && ' Its reminder is removed too.'}
    </MoveQuestion>
  );
}
