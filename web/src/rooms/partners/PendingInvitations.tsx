import { Group, Stack } from '@mantine/core';
import { listPendingInvitations, type PendingInvitation } from '@portal/contract/partners/manage-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '#api/clock.ts';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import { typeWord } from '#shared/type-word.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';

/** Who was invited, to whatever, and has not come yet. It takes the place of the partners while it is shown. */
export function PendingInvitations({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  const { data, isLoading, error, refetch } = useQuery(read(listPendingInvitations));
  const client = useQueryClient();
  useLive(['provider.changed', 'partner.changed'], () => {
    void client.invalidateQueries({ queryKey: [listPendingInvitations.path] });
  });
  const invitations = data?.invitations ?? [];
  const isCounted = data !== undefined || isEmptyList(error);
  return (
    <Stack gap="md">
      <PressedButtons
        label="Show only"
        of={[
          {
            key: 'invited',
            label: 'Pending invitations',
            count: isCounted ? invitations.length : undefined,
            pressed: shown,
          },
        ]}
        onPress={() => onShow(!shown)}
      />
      {shown && (
        <Section
          title="Pending Invitations"
          hint="users of the company, people of partners and physician delegates who have not registered yet"
          count={data && invitations.length}
        >
          {error && !isCounted ? (
            <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
          ) : (
            <AppTable
              label="Pending Invitations"
              storeKey="pending-invitations"
              records={invitations}
              columns={columns}
              idAccessor="invitationId"
              loading={isLoading}
              empty="No invitations are pending."
            />
          )}
        </Section>
      )}
    </Stack>
  );
}

const columns: Column<PendingInvitation>[] = [
  { accessor: 'email', title: 'Email', sortable: true },
  {
    accessor: 'type',
    title: 'User type',
    sortable: true,
    render: ({ type }) => typeWord(type),
  },
  { accessor: 'partnerName', title: 'Partner', sortable: true, render: ({ partnerName }) => partnerName ?? '–' },
  { accessor: 'invitedAt', title: 'Invited', noWrap: true, render: ({ invitedAt }) => asClinicTime(invitedAt) },
  {
    accessor: 'expiresAt',
    title: 'Link works until',
    noWrap: true,
    render: ({ expiresAt }) => (
      <Group gap="xs">
        {asClinicTime(expiresAt)}
        {expiresAt < serverNow() && <WordBadge colour="orange">Expired</WordBadge>}
      </Group>
    ),
  },
];
