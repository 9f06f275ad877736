import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReportSearch, ShownRows } from './shown-rows.ts';

/** A number that leads to the rows it counts; none leads nowhere. */
export function NumberLink({ count, of, to }: { count: number; of: string; to: ShownRows }) {
  if (count === 0) return '0';
  const rest = { status: undefined, channel: undefined, ...to };
  return (
    <Anchor
      component={Link}
      to="."
      search={((before: ReportSearch) => ({ ...before, ...rest })) as never}
      resetScroll={false}
      aria-label={`${count.toLocaleString('en')} ${of}: show the rows`}
    >
      {count.toLocaleString('en')}
    </Anchor>
  );
}
