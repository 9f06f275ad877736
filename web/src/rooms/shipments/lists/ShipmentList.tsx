import { AppTable, type Column, type Order } from '#kit/AppTable.tsx';
import { type Beyond, ListEnd } from '#kit/ListEnd.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { Section } from '#kit/Section.tsx';
import { useViewer } from '#api/viewer.ts';
import type { NameOfProduct } from '#shared/product-name.ts';
import {
  commentsColumn,
  numberColumn,
  participantColumns,
  partyColumns,
  productsColumn,
  statusColumn,
} from './columns.tsx';
import { useTicked } from './bulk.ts';
import { BulkBar, tickColumn } from './BulkBar.tsx';
import { isLate } from './late.ts';
import { deskOf, type Row } from '../sides.ts';
import { actionsFor, type Task } from '../tasks.ts';

/** What every section of the screen gets. */
export interface ListProps {
  rows: readonly Row[];
  loading: boolean;
  begin: (task: Task) => void;
  /** The rows are those that were searched for: there may be others. */
  narrowed?: boolean;
  /** Whose rows they are and what they are narrowed to: others begin with their first page. */
  pageKey: string;
  nameOf: NameOfProduct;
}

/** A section of the screen with its requests. Which columns there are depends on who looks (SHP-09, SHP-10). */
export function ShipmentList(
  props: ListProps & {
    title: string;
    hint?: string;
    empty: string;
    days: readonly Column<Row>[];
    hasStatus?: boolean;
    order?: Order;
    /** Older ones that are not here, where there can be any. */
    older?: Beyond;
  },
) {
  const {
    rows,
    loading,
    begin,
    title,
    hint,
    empty,
    days,
    hasStatus = true,
    narrowed,
    pageKey,
    order,
    older,
    nameOf,
  } = props;
  const viewer = useViewer();
  const desk = deskOf(viewer);
  const ticks = useTicked(rows);
  const columns: Column<Row>[] = [
    ...(ticks.possible.length > 1 ? [tickColumn(ticks)] : []),
    numberColumn(),
    ...(hasStatus ? [statusColumn<Row>()] : []),
    // What is most urgent stays in sight where a screen is too narrow for all of them.
    ...days,
    commentsColumn((kind, row) => begin({ kind, row })),
    ...participantColumns<Row>(desk),
    productsColumn(nameOf),
    ...partyColumns(desk),
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      card: 'foot',
      render: (row) => <RowActions of={`request ${row.srId}`} items={actionsFor(row, viewer, begin)} />,
    },
  ];
  return (
    <Section
      title={title}
      hint={hint}
      late={rows.filter(isLate).length}
      count={
        loading ? undefined : older?.more && !narrowed ? `more than ${rows.length.toLocaleString('en')}` : rows.length
      }
    >
      <BulkBar {...ticks} />
      <AppTable
        label={title}
        records={rows}
        columns={columns}
        idAccessor="srId"
        loading={loading}
        empty={narrowed ? 'Nothing here matches' : empty}
        storeKey={title}
        pageKey={pageKey}
        order={order}
        pageSize={10}
        wide
      />
      {older && <ListEnd shown={rows.length} things="past shipments" others="older" beyond={older} />}
    </Section>
  );
}
