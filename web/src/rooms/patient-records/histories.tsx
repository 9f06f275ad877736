import { Button, Group, Stack } from '@mantine/core';
import * as api from '@portal/contract/patient-records/history-endpoints.ts';
import { consentLabel, orderStatusLabel, prescriptionStatusLabel } from '@portal/contract/patient-records/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '#api/queries.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { HistoryButton } from './HistoryButton.tsx';
import { asClinicDay } from './words.ts';
import type { Ours } from '@portal/contract/endpoint.ts';

type Of = { uId: number };
type Prescription = Ours<typeof api.listPrescriptions.reply>['medications'][number];

/** PRX-01 to PRX-07. */
export function RefillStatus({ uId }: Of) {
  const { data, isLoading } = useQuery(read(api.listPrescriptions, { query: { u_id: uId, med_type: 'prescription' } }));
  const [active, setActive] = useState<0 | 1>(1);
  const [shown, setShown] = useState<Prescription | null>(null);
  const all = data?.medications ?? [];
  const of = (isActive: 0 | 1) => all.filter((one) => one.isActivePrescription === isActive);
  return (
    <Stack gap="sm">
      <PressedButtons
        label="Prescriptions"
        isFixed
        of={[
          { key: '1', label: 'Active Rxs', count: of(1).length, pressed: active === 1 },
          { key: '0', label: 'Inactive Rxs', count: of(0).length, pressed: active === 0 },
        ]}
        onPress={(key) => setActive(key === '1' ? 1 : 0)}
      />
      <AppTable
        label="Refill Status"
        storeKey="patient:refills"
        records={of(active)}
        loading={isLoading}
        idAccessor={(one) => `${one.rxNumber} ${one.displayName}`}
        empty={active === 1 ? 'No active prescriptions' : 'No inactive prescriptions'}
        pageKey={`${uId} ${active}`}
        columns={[
          { accessor: 'displayName', title: 'Medication', sortable: true, card: 'head' },
          { accessor: 'rxNumber', title: 'RxNumber', sortable: true },
          { accessor: 'displayStatus', title: 'Status', render: (one) => prescriptionStatusLabel(one.displayStatus) },
          {
            accessor: 'latestDateShipped',
            title: 'Latest Date Shipped',
            sortable: true,
            render: (one) => asClinicDay(one.latestDateShipped) || '–',
          },
          {
            accessor: 'action',
            title: 'Action',
            card: 'side',
            render: (one) => (
              <Group gap={4} wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`Info, ${one.displayName} ${one.rxNumber}`}
                  onClick={() => setShown(one)}
                >
                  Info
                </Button>
                <HistoryButton
                  uId={uId}
                  title={`${one.displayName} ${one.rxNumber}`}
                  of={{ of: 'prescription', rx_number: one.rxNumber }}
                />
              </Group>
            ),
          },
        ]}
      />
      {shown && <PrescriptionInfo of={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

function PrescriptionInfo({ of, onClose }: { of: Prescription; onClose: () => void }) {
  const facts: [string, string][] = [
    ['Medication', of.displayName],
    ['RxNumber', of.rxNumber],
    ['Status', prescriptionStatusLabel(of.displayStatus)],
    ['Latest Date Shipped', asClinicDay(of.latestDateShipped)],
    ['Provider', of.provider ?? ''],
    ['Refill Remaining', of.refillsLeft === null ? '' : String(of.refillsLeft)],
    ['Instruction', of.instructions ?? ''],
    ['Date Written', asClinicDay(of.dateWritten)],
  ];
  return (
    <Dialog opened onClose={onClose} title="Prescription info">
      <FactList facts={facts.map(([name, value]) => [name, value || 'N/A'])} />
    </Dialog>
  );
}

/** PRX-08. */
export function RefillOutreach({ uId }: Of) {
  const { data, isLoading } = useQuery(read(api.listRefillOutreach, { query: { u_id: uId } }));
  return (
    <AppTable
      label="Outreach (Last 30 Days)"
      storeKey="patient:refill-outreach"
      pageKey={String(uId)}
      records={data?.events ?? []}
      loading={isLoading}
      idAccessor="rowNumber"
      empty="No outreach for refills in the last 30 days"
      columns={[
        { accessor: 'rowNumber', title: '#' },
        { accessor: 'rxNumber', title: 'RxNumber' },
        { accessor: 'outreachReason', title: 'Reason', card: 'head' },
        { accessor: 'sentTime', title: 'Time Sent', noWrap: true, render: (one) => asClinicTime(one.sentTime) },
        { accessor: 'outreachType', title: 'Type' },
      ]}
    />
  );
}

/** CNS-01, CNS-02. */
export function ConsentHistory({ uId }: Of) {
  const { data, isLoading } = useQuery(read(api.listConsents, { query: { u_id: uId } }));
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <HistoryButton uId={uId} title="Consent" of={{ of: 'consent' }} withWord />
      </Group>
      <AppTable
        label="Consent History"
        storeKey="patient:consents"
        pageKey={String(uId)}
        records={numbered(data?.consentHistory)}
        loading={isLoading}
        idAccessor="row"
        empty="No consent recorded"
        columns={[
          { accessor: 'consentCode', title: 'Consent', card: 'head', render: (one) => consentLabel(one.consentCode) },
          { accessor: 'timeAdded', title: 'Time', noWrap: true, render: (one) => asClinicTime(one.timeAdded) },
        ]}
      />
    </Stack>
  );
}

/** ORX-01 to ORX-03. */
export function OrderHistory({ uId }: Of) {
  const { data, isLoading } = useQuery(read(api.listOrderStatuses, { query: { u_id: uId, window: 90 } }));
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <HistoryButton uId={uId} title="Orders" of={{ of: 'order' }} withWord />
      </Group>
      <AppTable
        label="Order/Rx Status History"
        storeKey="patient:orders"
        pageKey={String(uId)}
        records={numbered(data?.statuses)}
        loading={isLoading}
        idAccessor="row"
        empty="No order or Rx status in the last 90 days"
        columns={[
          { accessor: 'displayName', title: 'Medication', card: 'head' },
          { accessor: 'rxNumber', title: 'RxNumber' },
          { accessor: 'orderStatus', title: 'Status', render: (one) => orderStatusLabel(one.orderStatus) },
          { accessor: 'timeAdded', title: 'Time', noWrap: true, render: (one) => asClinicTime(one.timeAdded) },
        ]}
      />
    </Stack>
  );
}

/** They have no number of their own. */
const numbered = <T extends object>(rows: readonly T[] = []) => rows.map((one, row) => ({ ...one, row }));
