import { Button } from '@mantine/core';
import { DateField } from '#kit/DateField.tsx';
import { isInOrder, isNarrowed, type Narrowed } from './narrowed.ts';

/** The last filters of a log: its first and its last day, and the way back to all of it. */
export function Period<F extends Narrowed>(props: {
  filter: F;
  onNarrow: (days: Pick<Narrowed, 'from' | 'to'>) => void;
  onClear: () => void;
}) {
  const { filter, onNarrow, onClear } = props;
  const { from, to } = filter;
  return (
    <>
      <DateField
        label="From (UTC)"
        value={from ?? null}
        max={to}
        onChange={(day) => onNarrow({ from: day ?? undefined })}
      />
      <DateField
        label="To (UTC)"
        value={to ?? null}
        min={from}
        error={isInOrder(filter) ? undefined : 'The last day must not be before the first.'}
        onChange={(day) => onNarrow({ to: day ?? undefined })}
      />
      {isNarrowed(filter) && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </>
  );
}
