import { MoveQuestion } from '../MoveQuestion.tsx';
import type { MoveProps } from '../tasks.ts';

/** SST-03, SST-04, OPS-81: a site or a partner ends a request that has not been shipped. */
export const CancelRequest = (props: MoveProps) => (
  <MoveQuestion
    {...props}
    to="cancelled"
    title={`Cancel request ${props.row.srId}?`}
    confirm="Cancel request"
    cancel="Keep request"
    danger
  >
    A cancelled request cannot be reopened. Its reminder is removed too.
  </MoveQuestion>
);
