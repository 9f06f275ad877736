import { Paper } from '@mantine/core';
import { Empty } from '#kit/States.tsx';

/** `/discount-response`: without discount cards there is nothing to report on (OPN-39). */
export default function DiscountResponse() {
  return (
    <Paper withBorder>
      <Empty message="There are no discount reports." />
    </Paper>
  );
}
