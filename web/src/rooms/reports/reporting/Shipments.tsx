import { Box, Group, Stack } from '@mantine/core';
import { countShipments } from '@portal/contract/reports/reporting-endpoints.ts';
import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { statusWords } from '#shared/StatusBadge.tsx';
import { CsvButton } from './CsvButton.tsx';
import { LazyChart } from './LazyChart.tsx';
import { NumberLink } from './NumberLink.tsx';
import { type ShipmentMonth, useShipmentNumbers } from './queries.ts';
import { ShipmentRows } from './ShipmentRows.tsx';
import type { ShownRows } from './shown-rows.ts';
import { monthWords } from './words.ts';

const colours: Record<keyof typeof statusWords, string> = {
  preprocessing: 'yellow.6',
  processing: 'blue.6',
  shipped: 'violet.6',
  received: 'green.7',
  missing: 'red.6',
  damaged: 'red.9',
  other: 'orange.6',
  cancelled: 'gray.6',
};

/** OPC-98: how many shipments were asked for in each month, how they stand, and how long they took. */
export function Shipments({ shown, onHide }: { shown: ShownRows | null; onHide: () => void }) {
  const { data, isLoading, refetch } = useShipmentNumbers();
  return (
    <Section title="Shipments" hint="by the month of the request (UTC)">
      <Box p="md">
        {isLoading ? (
          <Loading label="Loading shipments" />
        ) : data ? (
          <Numbers months={data.months} />
        ) : (
          <Failed message={countShipments.failure} onRetry={() => void refetch()} />
        )}
        {shown?.rows === 'shipments' && <ShipmentRows month={shown.month} status={shown.status} onHide={onHide} />}
      </Box>
    </Section>
  );
}

const allOf = ({ byStatus }: ShipmentMonth) => Object.values(byStatus).reduce((sum, count) => sum + count, 0);

function Numbers({ months }: { months: readonly ShipmentMonth[] }) {
  const statuses = shipmentStatus.options.filter((status) => months.some(({ byStatus }) => byStatus[status]));
  if (statuses.length === 0) return <Empty message="No shipments were requested in the last twelve months." />;
  const columns: Column<ShipmentMonth>[] = [
    {
      accessor: 'month',
      title: 'Month',
      card: 'head',
      sortable: true,
      noWrap: true,
      render: ({ month }) => monthWords(month),
    },
    {
      accessor: 'all',
      title: 'Requests',
      textAlign: 'right',
      render: (row) => (
        <NumberLink
          count={allOf(row)}
          of={`requests in ${monthWords(row.month)}`}
          to={{ rows: 'shipments', month: row.month }}
        />
      ),
    },
    ...statuses.map(
      (status): Column<ShipmentMonth> => ({
        accessor: status,
        title: statusWords[status],
        textAlign: 'right',
        render: ({ month, byStatus }) => (
          <NumberLink
            count={byStatus[status] ?? 0}
            of={`${statusWords[status].toLowerCase()} in ${monthWords(month)}`}
            to={{ rows: 'shipments', month, status }}
          />
        ),
      }),
    ),
    {
      accessor: 'medianDays',
      title: 'Days to receipt, median',
      textAlign: 'right',
      render: (row) => row.medianDays ?? <span data-nothing>–</span>,
    },
    {
      accessor: 'ninetiethDays',
      title: '90th percentile',
      textAlign: 'right',
      render: (row) => row.ninetiethDays ?? <span data-nothing>–</span>,
    },
  ];
  return (
    <Stack gap="md">
      <LazyChart
        label="Shipments chart"
        data={months.map(({ month, byStatus }) => ({ label: monthWords(month), ...byStatus }))}
        series={statuses.map((status) => ({ name: status, label: statusWords[status], color: colours[status] }))}
        stacked
      />
      <Group justify="flex-end">
        <CsvButton
          of="shipments by month"
          file="Shipments_By_Month"
          rows={() =>
            months.map((row) => ({
              Month: row.month,
              Requests: allOf(row),
              ...Object.fromEntries(statuses.map((status) => [statusWords[status], row.byStatus[status] ?? 0])),
              'Median Days to Receipt': row.medianDays,
              '90th Percentile Days to Receipt': row.ninetiethDays,
            }))
          }
        />
      </Group>
      <AppTable
        label="Shipments by month"
        storeKey="report-shipments"
        records={months}
        columns={columns}
        idAccessor="month"
        order={{ accessor: 'month', down: true }}
        empty=""
        wide
      />
    </Stack>
  );
}
