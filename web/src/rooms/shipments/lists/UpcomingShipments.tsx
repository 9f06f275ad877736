import type { Ours } from '@portal/contract/endpoint.ts';
import type { listReminders } from '@portal/contract/shipments/endpoints.ts';
import { daysLate } from '@portal/contract/shipments/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import { today } from '#kit/today.ts';
import {
  dueColumn,
  numberColumn,
  participantColumns,
  productsColumn,
  shipmentTypeColumn,
  statusColumn,
} from './columns.tsx';
import type { useReminders } from '../queries.ts';
import { loadFailure } from '../sentences.ts';
import type { ListProps } from './ShipmentList.tsx';

/** 0 until its day is over. */
const lateOf = ({ nextOrderDate }: Reminder) => daysLate(nextOrderDate, today()) ?? 0;

type Reminder = Ours<typeof listReminders.reply>['orderReminders'][number];

/** REM-01 to REM-04, OPS-89: what comes due for re-ordering, also before it has arrived, as its status says. Never shown to partners (REM-05). */
export function UpcomingShipments({
  reminders: { data, isPending, isError, refetch },
  rows,
  ships,
  begin,
  pageKey,
  nameOf,
}: Pick<ListProps, 'begin' | 'pageKey' | 'nameOf'> & {
  reminders: ReturnType<typeof useReminders>;
  /** Those of them that were looked for. */
  rows: readonly Reminder[];
  /** Whether the trial has shipping requests. */
  ships: boolean;
}) {
  const all = data?.orderReminders ?? [];
  const columns: Column<Reminder>[] = [
    numberColumn(),
    statusColumn(),
    dueColumn('nextOrderDate', 'Next Order', ({ nextOrderDate }) => daysLate(nextOrderDate, today())),
    ...participantColumns<Reminder>('site'),
    productsColumn(nameOf),
    shipmentTypeColumn(),
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      card: 'foot',
      render: (row) => (
        <RowActions
          of={`upcoming shipment ${row.srId}`}
          items={[
            { label: 'Reorder', onClick: () => begin({ kind: 'reorder', row }), isNextStep: true, hidden: !ships },
            { label: 'View', onClick: () => begin({ kind: 'view-upcoming', row }) },
            { label: 'Change reminder date', onClick: () => begin({ kind: 'remind', row }) },
            { label: 'Dismiss reminder', onClick: () => begin({ kind: 'dismiss', row }), danger: true },
          ]}
        />
      ),
    },
  ];
  return (
    <Section
      title="Upcoming Shipments"
      hint="ready for re-order"
      count={data && rows.length}
      late={rows.filter((row) => lateOf(row) > 0).length}
    >
      {isError && all.length === 0 ? (
        <Failed message={loadFailure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Upcoming Shipments"
          records={rows}
          columns={columns}
          idAccessor="srId"
          loading={isPending}
          empty={all.length > 0 ? 'Nothing here matches' : 'No upcoming shipments'}
          storeKey="Upcoming Shipments"
          pageKey={pageKey}
          wide
        />
      )}
    </Section>
  );
}
