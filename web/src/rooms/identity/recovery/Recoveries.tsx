import { listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { asMoment } from '#kit/today.ts';
import type { Recovery } from '../account.ts';

const DecideRecovery = lazyDialog(() => import('./DecideRecovery.tsx'), 'default');

/** Who of the company cannot use their second factor any more, for its administrators to decide about (SEC-13). */
export function Recoveries() {
  const list = useQuery(read(listRecoveries));
  const client = useQueryClient();
  useLive(['recovery.changed'], () => void client.invalidateQueries({ queryKey: [listRecoveries.path] }));
  const [decision, decide] = useState<{ recovery: Recovery; approved: boolean } | null>(null);
  if (list.isPending) return <Skeleton height={48} />;
  if (list.isError) return <Failed message="Unable to load the requests." onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.data.recoveries.length === 0 && <Text c="dimmed">No requests are waiting.</Text>}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.data.recoveries.map((recovery) => (
          <One key={recovery.recoveryId} recovery={recovery} onDecide={(approved) => decide({ recovery, approved })} />
        ))}
      </Stack>
      {decision && <DecideRecovery {...decision} onClose={() => decide(null)} />}
    </>
  );
}

function One({ recovery, onDecide }: { recovery: Recovery; onDecide: (approved: boolean) => void }) {
  const { fName, lName, email, type, askedAt, isOwn } = recovery;
  const name = `${fName} ${lName}`;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {type} · {email}
        </Text>
        <Text size="sm" c="dimmed">
          Asked {asMoment(askedAt, 'DD/MM/YYYY')}
        </Text>
      </div>
      {isOwn ? (
        <Text size="sm">This is your own request: another administrator has to decide.</Text>
      ) : (
        <Group gap="xs">
          <Button variant="default" size="xs" aria-label={`Refuse ${name}`} onClick={() => onDecide(false)}>
            Refuse
          </Button>
          <Button variant="default" size="xs" aria-label={`Approve ${name}`} onClick={() => onDecide(true)}>
            Approve
          </Button>
        </Group>
      )}
    </Group>
  );
}
