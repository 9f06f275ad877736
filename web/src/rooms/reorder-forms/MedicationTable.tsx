import { Button, Checkbox } from '@mantine/core';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { type Choice, type Quantities, titleOf } from './order.ts';

/** The medications that were found, each with a box to choose it. */
export function MedicationTable(props: {
  choices: readonly Choice[];
  quantities: Quantities;
  loading: boolean;
  empty: string;
  search: string;
  onChoose: (key: string, isChosen: boolean) => void;
  /** Null where nothing was searched for. */
  onClearSearch: (() => void) | null;
}) {
  const { choices, quantities, loading, empty, search, onChoose, onClearSearch } = props;
  const columns: Column<Choice>[] = [
    {
      accessor: 'chosen',
      title: 'Order',
      card: 'tick',
      width: 64,
      render: (choice) => (
        <Checkbox
          aria-label={`Order ${titleOf(choice)}`}
          checked={Object.hasOwn(quantities, choice.key)}
          onChange={(event) => onChoose(choice.key, event.currentTarget.checked)}
        />
      ),
    },
    { accessor: 'name', title: 'Medication', sortable: true, card: 'head' },
    { accessor: 'dosage', title: 'Dosage' },
    { accessor: 'information', title: 'Information' },
  ];
  return (
    <AppTable
      label="Medications"
      storeKey="medications"
      records={choices}
      columns={columns}
      idAccessor="key"
      loading={loading}
      empty={empty}
      emptyAction={
        onClearSearch && (
          <Button variant="default" onClick={onClearSearch}>
            Clear search
          </Button>
        )
      }
      pageKey={search}
    />
  );
}
