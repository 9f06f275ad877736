import type { Ours } from '@portal/contract/endpoint.ts';
import type { listReminders } from '@portal/contract/shipments/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import {
  dayColumn,
  numberColumn,
  participantColumns,
  productsColumn,
  shipmentTypeColumn,
  shipToColumn,
} from './columns.tsx';
import { reminders } from '../queries.ts';
import { loadFailure } from '../sentences.ts';
import type { Task } from '../tasks.ts';

type Reminder = Ours<typeof listReminders.reply>['orderReminders'][number];

/** REM-01 to REM-04, OPS-89: what comes due for re-ordering. Never shown to partners (REM-05). */
export function UpcomingShipments({ gId, begin }: { gId: number | null; begin: (task: Task) => void }) {
  const { data, isLoading, isError, refetch } = useQuery({ ...reminders(gId ?? 0), enabled: gId !== null });
  const rows = data?.orderReminders ?? [];
  const columns: Column<Reminder>[] = [
    numberColumn((row) => begin({ kind: 'view-upcoming', row })),
    dayColumn('nextOrderDate', 'Next Order'),
    ...participantColumns<Reminder>('site'),
    productsColumn(),
    shipmentTypeColumn(),
    shipToColumn(),
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      render: (row) => (
        <RowMenu
          label={`Actions for upcoming shipment ${row.srId}`}
          items={[
            { label: 'Reorder', onClick: () => begin({ kind: 'reorder', row }) },
            { label: 'View', onClick: () => begin({ kind: 'view-upcoming', row }) },
            { label: 'Change reminder date', onClick: () => begin({ kind: 'remind', row }) },
            { label: 'Dismiss reminder', onClick: () => begin({ kind: 'dismiss', row }), danger: true },
          ]}
        />
      ),
    },
  ];
  return (
    <Section title="Upcoming Shipments" hint="ready for re-order" count={data?.orderReminders.length}>
      {isError && rows.length === 0 ? (
        <Failed message={loadFailure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Upcoming Shipments"
          records={rows}
          columns={columns}
          idAccessor="srId"
          loading={isLoading}
          empty="No upcoming shipments"
          storeKey="Upcoming Shipments"
          wide
        />
      )}
    </Section>
  );
}
