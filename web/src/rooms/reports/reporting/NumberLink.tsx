import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { noRows, type ReportSearch, type ShownRows } from './shown-rows.ts';

/** A number that leads to the rows it counts; none leads nowhere. */
export function NumberLink({ count, of, to }: { count: number; of: string; to: ShownRows }) {
  // On the card of a phone there is no line for it.
  if (count === 0) return <span data-nothing>0</span>;
  const rest = { ...noRows, ...to };
  return (
    <Anchor
      component={Link}
      inherit
      // WCAG 2.5.8: one digit is narrower than a finger meets.
      display="inline-block"
      miw={24}
      mih={24}
      lh="24px"
      to="."
      search={((before: ReportSearch) => ({ ...before, ...rest })) as never}
      resetScroll={false}
      aria-label={`${count.toLocaleString('en')} ${of}: show the rows`}
    >
      {count.toLocaleString('en')}
    </Anchor>
  );
}
