import { Stack, Text } from '@mantine/core';
import { MoveQuestion } from '../MoveQuestion.tsx';
import type { MoveProps } from '../tasks.ts';
import { InactiveParticipants } from '../view/InactiveParticipants.tsx';
import { UnsignedForm } from '../view/UnsignedForm.tsx';

/** SST-02: a partner takes a waiting request on. */
export const MarkAsProcessing = (props: MoveProps) => (
  <MoveQuestion
    {...props}
    to="processing"
    title={`Mark request ${props.row.srId} as processing?`}
    confirm="Mark as processing"
  >
    <Stack gap="sm">
      <UnsignedForm request={props.row} />
      <InactiveParticipants request={props.row} />
      <Text>The site can no longer cancel the request once it is processing.</Text>
    </Stack>
  </MoveQuestion>
);
