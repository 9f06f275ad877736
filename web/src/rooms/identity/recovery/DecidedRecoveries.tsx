import { Button, Group, Text } from '@mantine/core';
import { listDecidedRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Failed } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';

type AsTime = (at: Date) => string;
type Decided = Ours<typeof listDecidedRecoveries.reply>['recoveries'][number];

const outcomes = {
  approved: { word: 'Approved', colour: 'green' },
  refused: { word: 'Refused', colour: 'red' },
  withdrawn: { word: 'Withdrawn', colour: 'gray' },
} as const;

const endings = {
  'sign-in': 'Signed in by themselves',
  password: 'Changed their password',
  factor: 'Removed MFA by themselves',
  revoked: 'Access revoked',
} as const;

/** What became of earlier requests; read once somebody wants to see it. */
export function DecidedRecoveries({ asTime }: { asTime: AsTime }) {
  const [isShown, show] = useState(false);
  return (
    <>
      <Group>
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => show(!isShown)}>
          {isShown ? 'Hide decided requests' : 'Show decided requests'}
        </Button>
      </Group>
      {isShown && <DecidedTable asTime={asTime} />}
    </>
  );
}

function DecidedTable({ asTime }: { asTime: AsTime }) {
  const { data, isLoading, isLoadingError, refetch } = useQuery(read(listDecidedRecoveries));
  if (isLoadingError) return <Failed message="Unable to load the decided requests." onRetry={() => void refetch()} />;
  return (
    <AppTable
      label="Decided requests"
      storeKey="decided-recoveries"
      records={data?.recoveries ?? []}
      columns={columnsWith(asTime)}
      idAccessor="recoveryId"
      loading={isLoading}
      empty="No request has been decided yet."
    />
  );
}

const columnsWith = (asTime: AsTime): Column<Decided>[] => [
  {
    accessor: 'name',
    title: 'Person',
    card: 'head',
    sortable: true,
    sortValue: ({ fName, lName }) => `${fName} ${lName}`,
    render: ({ fName, lName, email }) => (
      <div>
        {fName} {lName}
        <Text size="sm" c="gray.7">
          {email}
        </Text>
      </div>
    ),
  },
  {
    accessor: 'outcome',
    title: 'Outcome',
    card: 'side',
    render: ({ outcome }) => <WordBadge colour={outcomes[outcome].colour}>{outcomes[outcome].word}</WordBadge>,
  },
  { accessor: 'askedAt', title: 'Asked', noWrap: true, render: ({ askedAt }) => asTime(askedAt) },
  {
    accessor: 'decidedAt',
    title: 'Decided',
    noWrap: true,
    sortable: true,
    sortValue: ({ decidedAt }) => decidedAt.getTime(),
    render: ({ decidedAt }) => asTime(decidedAt),
  },
  {
    accessor: 'decidedBy',
    title: 'By',
    render: ({ decidedBy, withdrawnBy, outcome }) =>
      outcome === 'withdrawn' ? (withdrawnBy ? endings[withdrawnBy] : '–') : (decidedBy ?? 'Operator'),
  },
  { accessor: 'reason', title: 'Reason', render: ({ reason }) => reason ?? '–' },
];
