import { AppTable, type Column } from '#kit/AppTable.tsx';
import { type Beyond, ListEnd } from '#kit/ListEnd.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Section } from '#kit/Section.tsx';
import { useViewer } from '#api/viewer.ts';
import {
  commentsColumn,
  numberColumn,
  participantColumns,
  partyColumns,
  productsColumn,
  shipToColumn,
  statusColumn,
} from './columns.tsx';
import { deskOf, type Row } from '../sides.ts';
import { actionsFor, type Task } from '../tasks.ts';

/** What every section of the screen gets. */
export interface ListProps {
  rows: readonly Row[];
  loading: boolean;
  begin: (task: Task) => void;
}

/** A section of the screen with its requests. Which columns there are depends on who looks (SHP-09, SHP-10). */
export function ShipmentList(
  props: ListProps & {
    title: string;
    hint?: string;
    empty: string;
    days: readonly Column<Row>[];
    hasStatus?: boolean;
    /** Older ones that are not here, where there can be any. */
    older?: Beyond;
  },
) {
  const { rows, loading, begin, title, hint, empty, days, hasStatus = true, older } = props;
  const viewer = useViewer();
  const desk = deskOf(viewer);
  const columns: Column<Row>[] = [
    numberColumn((row) => begin({ kind: 'view', row })),
    ...(hasStatus ? [statusColumn] : []),
    commentsColumn((row) => begin({ kind: 'comments', row })),
    ...participantColumns<Row>(desk),
    productsColumn(),
    ...partyColumns(desk),
    shipToColumn(),
    ...days,
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      render: (row) => <RowMenu label={`Actions for request ${row.srId}`} items={actionsFor(row, viewer, begin)} />,
    },
  ];
  return (
    <Section
      title={title}
      hint={hint}
      count={loading ? undefined : older?.more ? `more than ${rows.length.toLocaleString('en')}` : rows.length}
    >
      <AppTable
        label={title}
        records={rows}
        columns={columns}
        idAccessor="srId"
        loading={loading}
        empty={empty}
        storeKey={title}
        pageSize={10}
        wide
      />
      {older && <ListEnd shown={rows.length} things="past shipments" others="older" beyond={older} />}
    </Section>
  );
}
