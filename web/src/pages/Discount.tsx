import { Paper } from '@mantine/core';
import { Empty } from '#kit/States.tsx';

/** `/discount`: no requirement says yet what a discount card is, so there are none (OPN-39). */
export default function Discount() {
  return (
    <Paper withBorder>
      <Empty message="There are no discount cards." />
    </Paper>
  );
}
