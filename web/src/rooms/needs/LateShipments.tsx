import { Group, Text } from '@mantine/core';
import { type LateShipment, listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import { daysLate } from '@portal/contract/shipments/rules.ts';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { asDay, today } from '#kit/today.ts';
import { lateWords } from '#shared/late-words.ts';
import { useToday } from '#shared/now.ts';
import { StatusBadge } from '#shared/StatusBadge.tsx';

/** What of the shipments to a trial or a site is late, for its sponsor. It takes the place of the numbers while it is shown. */
export function LateShipments(props: { gId: number | null; shown: boolean; onShow: (shown: boolean) => void }) {
  const { gId, shown, onShow } = props;
  const day = useToday();
  const { data, isLoading, isError, refetch } = useQuery({
    ...read(listLateShipments, { query: { g_id: gId ?? 0, today: day } }),
    // What was late yesterday stays until today's is known; what is late elsewhere does not.
    placeholderData: (before, last) => (before && last && placeIn(last.queryKey) === gId ? before : undefined),
    enabled: gId !== null,
    refetchInterval: 60_000,
  });
  const shipments = data?.shipments ?? [];
  return (
    <>
      <PressedButtons
        label="Show only"
        of={[{ key: 'late', label: 'Late', count: data && shipments.length, pressed: shown, loud: true }]}
        onPress={() => onShow(!shown)}
      />
      {shown && (
        <Section title="Late Shipments" count={data && shipments.length}>
          {gId === null ? (
            <Empty message="Choose a trial to see its late shipments." />
          ) : isError && !data ? (
            <Failed message={listLateShipments.failure} onRetry={() => void refetch()} />
          ) : (
            <AppTable
              label="Late Shipments"
              storeKey="late-shipments"
              pageKey={String(gId)}
              records={shipments}
              columns={columns}
              idAccessor="srId"
              loading={isLoading}
              empty="No shipment is late."
            />
          )}
        </Section>
      )}
    </>
  );
}

const placeIn = ([, asked]: QueryKey): unknown => (asked as { g_id?: unknown } | null)?.g_id;

const columns: Column<LateShipment>[] = [
  { accessor: 'srId', title: 'Request', sortable: true },
  { accessor: 'status', title: 'Status', sortable: true, render: ({ status }) => <StatusBadge status={status} /> },
  {
    accessor: 'dateRequired',
    title: 'Need By',
    sortable: true,
    noWrap: true,
    render: ({ dateRequired }) => (
      <Group gap={6} wrap="nowrap">
        {asDay(dateRequired)}
        <Text span fz="inherit" fw={500} c="red.9">
          {lateWords(daysLate(dateRequired, today()) ?? 0)}
        </Text>
      </Group>
    ),
  },
  { accessor: 'siteName', title: 'Site', sortable: true },
  { accessor: 'partnerName', title: 'Partner', sortable: true },
  {
    accessor: 'dateShipped',
    title: 'Shipped On',
    sortable: true,
    noWrap: true,
    render: ({ dateShipped }) => asDay(dateShipped) || '–',
  },
];
