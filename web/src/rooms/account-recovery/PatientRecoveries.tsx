import { Button, Group, Text, Title } from '@mantine/core';
import { listRecoveryRequests } from '@portal/contract/account-recovery/endpoints.ts';
import { recoveryStatuses } from '@portal/contract/account-recovery/rules.ts';
import { meets } from '@portal/contract/access.ts';
import { useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { type RecoveryRequest, useRecoveryRequests } from './queries.ts';
import { contactWords, isAsking } from './words.ts';

const AddRequest = lazyDialog(() => import('./AddRequest.tsx'), 'default');
const VerifyRequest = lazyDialog(() => import('./VerifyRequest.tsx'), 'default');

const colours = { 0: 'yellow', 1: 'green', 2: 'red' } as const;

/** Patients who lost their second factor (ARQ). */
export function PatientRecoveries() {
  const mayDecide = meets(listRecoveryRequests.access, useViewer());
  return mayDecide ? <Requests /> : null;
}

function Requests() {
  const { data, isLoading, error, refetch } = useRecoveryRequests();
  const [open, setOpen] = useState<RecoveryRequest | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-label="Account recovery of patients">
      <Group justify="space-between" mb="sm">
        <Title order={3}>Patients</Title>
        <Button variant="default" size="xs" onClick={() => setOpen('new')}>
          Add Request
        </Button>
      </Group>
      {error && !data && !isEmptyList(error) ? (
        <Failed message={listRecoveryRequests.failure} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Recovery requests of patients"
          storeKey="patient-recoveries"
          records={data?.mfaRequests ?? []}
          columns={columnsFor(setOpen)}
          idAccessor="requestId"
          loading={isLoading}
          empty="No patient has asked for the recovery of an account."
        />
      )}
      {open === 'new' && <AddRequest onClose={close} />}
      {open !== null && open !== 'new' && <VerifyRequest request={open} onClose={close} />}
    </section>
  );
}

/** Who did it, when, and by what the person was known. */
function Actions({ of }: { of: RecoveryRequest['requestActions'] }) {
  if (of.length === 0) return '–';
  return of.map(({ providerName, timeOfAction, evidence }) => (
    <Text key={timeOfAction.getTime()} size="sm">
      {providerName}, {asClinicTime(timeOfAction)}
      {evidence && `: ${evidence}`}
    </Text>
  ));
}

const columnsFor = (onVerify: (request: RecoveryRequest) => void): Column<RecoveryRequest>[] => [
  {
    accessor: 'name',
    title: 'Patient',
    card: 'head',
    sortable: true,
    sortValue: ({ fName, lName }) => `${fName} ${lName}`,
    render: ({ fName, lName, mainContact }) => (
      <div>
        {fName} {lName}
        <Text size="sm" c="gray.7">
          {contactWords(mainContact)}
        </Text>
      </div>
    ),
  },
  {
    accessor: 'status',
    title: 'Status',
    card: 'side',
    sortable: true,
    render: ({ status }) => <WordBadge colour={colours[status]}>{recoveryStatuses[status]}</WordBadge>,
  },
  {
    accessor: 'lastUpdated',
    title: 'Last updated',
    sortable: true,
    sortValue: ({ lastUpdated }) => lastUpdated.getTime(),
    noWrap: true,
    render: ({ lastUpdated }) => asClinicTime(lastUpdated),
  },
  {
    accessor: 'askedBy',
    title: 'Asked by',
    render: ({ requestActions }) => <Actions of={requestActions.filter(isAsking)} />,
  },
  {
    accessor: 'decidedBy',
    title: 'Decided by',
    render: ({ requestActions }) => <Actions of={requestActions.filter((one) => !isAsking(one))} />,
  },
  {
    accessor: 'actions',
    title: 'Actions',
    titleHidden: true,
    textAlign: 'right',
    // ARQ-04.
    render: (request) =>
      request.status === 0 ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Verify Request, ${request.fName} ${request.lName}`}
          onClick={() => onVerify(request)}
        >
          Verify Request
        </Button>
      ) : (
        <span data-nothing />
      ),
  },
];
