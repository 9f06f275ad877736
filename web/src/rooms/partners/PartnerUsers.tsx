import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { PartnerUser } from '@portal/contract/partners/manage-endpoints.ts';
import { Stack, Title } from '@mantine/core';
import { sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { Failed } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import type { Partner } from './kinds.ts';
import { useUsers } from './queries.ts';

/** PPW-10: not the words of the users table. */
export const statusOf = ({ status }: PartnerUser): string => (status === 0 ? 'Pending - Invite Send' : 'Has access');
const nameOf = ({ fname, lname }: PartnerUser): string => [fname, lname].filter(Boolean).join(' ');

const columns: Column<PartnerUser>[] = [
  {
    accessor: 'name',
    title: 'Name',
    sortable: true,
    card: 'head',
    sortValue: nameOf,
    render: (one) => nameOf(one) || '–',
  },
  { accessor: 'email', title: 'Email', sortable: true },
  {
    accessor: 'status',
    title: 'Status',
    sortable: true,
    render: (one) => <WordBadge colour={one.status === 0 ? 'yellow' : 'green'}>{statusOf(one)}</WordBadge>,
  },
];

/** Who works for a partner, and who was invited to (PPW-09). */
export function PartnerUsers({ kind, partner }: { kind: PartnerKind; partner: Partner }) {
  const { data, isLoading, error, refetch } = useUsers(kind, partner.partnerId);
  return (
    <Stack gap="xs">
      <Title order={3}>Users</Title>
      {error && !data ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <AppTable
          label="Partner users"
          storeKey="partner-users"
          pageKey={`${kind}:${partner.partnerId}`}
          records={data?.users ?? []}
          columns={columns}
          idAccessor="email"
          loading={isLoading}
          empty="Nobody has been invited yet."
        />
      )}
    </Stack>
  );
}
