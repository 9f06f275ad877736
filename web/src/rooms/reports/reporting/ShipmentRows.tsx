import { Anchor } from '@mantine/core';
import { isPartner } from '@portal/contract/access.ts';
import { listReportedShipments } from '@portal/contract/reports/reporting-endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Failed } from '#kit/States.tsx';
import { asDay } from '#kit/today.ts';
import { StatusBadge, statusWords } from '#shared/StatusBadge.tsx';
import { CsvButton } from './CsvButton.tsx';
import { type ReportedShipment, rowsForFile } from './queries.ts';
import { RowsSection } from './RowsSection.tsx';
import { fileOf, monthWords } from './words.ts';

/** The shipments that a number counts, each with the way to it. */
export function ShipmentRows(props: { month: string; status?: ShipmentStatus | undefined; onHide: () => void }) {
  const { month, status, onHide } = props;
  const ofPartner = isPartner(useViewer().type);
  const query = { month, ...(status && { status }) };
  const { data, isLoading, isError, refetch } = useQuery(read(listReportedShipments, { query }));
  const rows = data?.shipments ?? [];
  return (
    <RowsSection
      title={`Shipments requested in ${monthWords(month)}${status ? `: ${statusWords[status]}` : ''}`}
      onHide={onHide}
      csv={
        <CsvButton
          of="these shipments"
          file={fileOf('Shipments', month, status && statusWords[status])}
          disabled={rows.length === 0}
          rows={async () =>
            (await rowsForFile(listReportedShipments, { query: { ...query, file: true } })).shipments.map(csvRow)
          }
        />
      }
    >
      {isError && !data ? (
        <Failed message={listReportedShipments.failure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Shipments of the number"
          storeKey="report-shipment-rows"
          records={rows}
          columns={columnsFor(ofPartner)}
          idAccessor="srId"
          loading={isLoading}
          empty="There are no such shipments that you can see."
          pageKey={`${month} ${status ?? ''}`}
        />
      )}
    </RowsSection>
  );
}

const columnsFor = (ofPartner: boolean): Column<ReportedShipment>[] => [
  {
    accessor: 'srId',
    title: 'Request',
    card: 'head',
    sortable: true,
    render: ({ srId, gId }) => (
      <Anchor
        component={Link}
        to="/shipment-request"
        search={(ofPartner ? { request: srId } : { site: gId, request: srId }) as never}
      >
        {srId}
      </Anchor>
    ),
  },
  { accessor: 'status', title: 'Status', card: 'side', render: ({ status }) => <StatusBadge status={status} /> },
  { accessor: 'site', title: 'Site', sortable: true },
  { accessor: 'trial', title: 'Trial', sortable: true },
  { accessor: 'partner', title: 'Partner', sortable: true },
  {
    accessor: 'dateRequested',
    title: 'Requested',
    sortable: true,
    noWrap: true,
    render: (row) => asDay(row.dateRequested),
  },
  {
    accessor: 'dateShipped',
    title: 'Shipped',
    sortable: true,
    noWrap: true,
    render: (row) => asDay(row.dateShipped) || '–',
  },
  {
    accessor: 'dateReceived',
    title: 'Received',
    sortable: true,
    noWrap: true,
    render: (row) => asDay(row.dateReceived) || '–',
  },
  {
    accessor: 'daysToReceipt',
    title: 'Days',
    sortable: true,
    textAlign: 'right',
    render: ({ daysToReceipt }) => daysToReceipt ?? '–',
  },
];

const csvRow = ({ gId: _gId, ...row }: ReportedShipment) => ({ ...row, status: statusWords[row.status] });
