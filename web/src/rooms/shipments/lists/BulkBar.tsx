import { Button, Checkbox, Group, Text } from '@mantine/core';
import { formsToTellOf } from '@portal/contract/shipments/rules.ts';
import type { Column } from '#kit/AppTable.tsx';
import { useViewer } from '#api/viewer.ts';
import { asDay } from '#kit/today.ts';
import { shipmentDay } from '../day.ts';
import type { Row } from '../sides.ts';
import classes from './Shipments.module.css';
import { bulkLabel, bulkStepOf, bulkSteps, useBulkMove, type useTicked } from './bulk.ts';

type Ticked = ReturnType<typeof useTicked>;

/** The boxes before the rows that can go on together. */
export const tickColumn = ({ possible, ticked, isTicked, tick, tickAll }: Ticked): Column<Row> => ({
  accessor: 'tick',
  title: 'Select',
  width: 36,
  card: 'tick',
  screenOnly: true,
  header: (
    <Checkbox
      size="sm"
      aria-label={`Select all ${possible.length}`}
      checked={ticked.length > 0 && ticked.length === possible.length}
      indeterminate={ticked.length > 0 && ticked.length < possible.length}
      onChange={tickAll}
    />
  ),
  render: (row) =>
    possible.includes(row) && (
      <Checkbox
        size="sm"
        aria-label={`Select request ${row.srId}`}
        checked={isTicked(row)}
        onChange={() => tick(row)}
      />
    ),
});

/** The bar goes away with the last tick: the keyboard goes on at the boxes of its section, or at its name. */
function goOnIn(section: HTMLElement | null): void {
  setTimeout(() => {
    const at = document.activeElement;
    if (at === null || at === document.body)
      section?.querySelector<HTMLElement>('tbody input[type="checkbox"], h2 button')?.focus();
  });
}

/** What can be done with the ticked rows: a button for each step that some of them can take. */
export function BulkBar({ ticked, clear }: Ticked) {
  const viewer = useViewer();
  const { move, done } = useBulkMove();
  if (ticked.length === 0 && !done) return null;
  const groups = bulkSteps
    .map((step) => ({ step, rows: ticked.filter((row) => bulkStepOf(row, viewer) === step) }))
    .filter(({ rows }) => rows.length > 0);
  const recalled = ticked.filter((row) => row.holdsRecalledLot).length;
  const forms = ticked.map(formsToTellOf);
  const unsigned = forms.filter((one) => one.unsigned > 0).length;
  const deleted = forms.filter((one) => one.deleted > 0).length;
  return (
    <Group gap="sm" wrap="nowrap" className={classes.selected} role="group" aria-label="Selected requests">
      <div className={classes.count} aria-live="polite">
        <Text size="sm">{done ? `${done.count} of ${done.of} done` : `${ticked.length} selected`}</Text>
        {groups.some(({ step }) => step === 'received') && (
          <Text size="sm" c="gray.7">
            received today, {asDay(shipmentDay())}
          </Text>
        )}
        {recalled > 0 && (
          <Text size="sm" c="red.9">
            {recalled === 1 ? '1 holds a recalled lot' : `${recalled} hold recalled lots`}
          </Text>
        )}
        {unsigned > 0 && (
          <Text size="sm" c="var(--portal-amber)">
            {unsigned === 1 ? '1 has an order form' : `${unsigned} have order forms`} not signed yet
          </Text>
        )}
        {deleted > 0 && (
          <Text size="sm" c="var(--portal-amber)">
            {deleted === 1
              ? '1 has an order form that was deleted before it was signed'
              : `${deleted} have order forms that were deleted before they were signed`}
          </Text>
        )}
      </div>
      {groups.map(({ step, rows }) => (
        <Button
          key={step}
          size="compact-sm"
          aria-disabled={done !== null || undefined}
          onClick={({ currentTarget }) => {
            if (done !== null) return;
            const section = currentTarget.closest('section');
            void move(rows, step)
              .then(clear)
              .then(() => goOnIn(section));
          }}
        >
          {bulkLabel[step](rows.length)}
        </Button>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label="Clear selection"
        onClick={({ currentTarget }) => {
          const section = currentTarget.closest('section');
          clear();
          goOnIn(section);
        }}
      >
        Clear<span className={classes.more}>&nbsp;selection</span>
      </Button>
    </Group>
  );
}
