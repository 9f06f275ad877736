import { Button, Text } from '@mantine/core';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { type Row, stateOf } from './medication-draft.ts';

interface Actions {
  onEdit: (key: string) => void;
  onDelete: (key: string) => void;
  onUndo: (key: string) => void;
}

const words = {
  new: { word: 'New', colour: 'blue' },
  changed: { word: 'Changed', colour: 'yellow' },
  deleted: { word: 'Deleted', colour: 'red' },
} as const;

/** The medications with what is not saved yet of each. */
export function EditedTable(props: {
  rows: readonly Row[];
  loading: boolean;
  empty: string;
  search: string;
  /** False where they are for reading only. */
  actions: Actions | false;
}) {
  const { rows, loading, empty, search, actions } = props;
  return (
    <AppTable
      label="Medications of the reorder form"
      storeKey="edited-medications"
      records={rows}
      columns={actions ? [...columns, actionsColumn(actions)] : columns}
      idAccessor="key"
      loading={loading}
      empty={empty}
      pageKey={search}
    />
  );
}

const cell = (field: 'name' | 'dosage' | 'information') => (row: Row) => (
  <Text span inherit td={row.isDeleted ? 'line-through' : undefined} style={{ overflowWrap: 'anywhere' }}>
    {row.now[field]}
  </Text>
);

const columns: Column<Row>[] = [
  { accessor: 'name', title: 'Name', card: 'head', render: cell('name') },
  { accessor: 'dosage', title: 'Dosage', render: cell('dosage') },
  { accessor: 'information', title: 'Information', render: cell('information') },
  {
    accessor: 'state',
    title: 'Not saved',
    render: (row) => {
      const state = stateOf(row);
      return state ? <WordBadge colour={words[state].colour}>{words[state].word}</WordBadge> : <span data-nothing />;
    },
  },
];

const actionsColumn = ({ onEdit, onDelete, onUndo }: Actions): Column<Row> => ({
  accessor: 'actions',
  title: 'Actions',
  titleHidden: true,
  textAlign: 'right',
  render: ({ key, now, isDeleted }) =>
    isDeleted ? (
      <Button variant="default" size="compact-sm" aria-label={`Undo: keep ${now.name}`} onClick={() => onUndo(key)}>
        Undo
      </Button>
    ) : (
      <RowMenu
        label={`Actions for ${now.name}`}
        items={[
          { label: 'Edit', onClick: () => onEdit(key) },
          { label: 'Delete', danger: true, onClick: () => onDelete(key) },
        ]}
      />
    ),
});
