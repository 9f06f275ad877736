import { listDecidedRecoveries, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { FactList } from '#kit/FactList.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { ago } from '#kit/ago.ts';
import { asMoment } from '#kit/today.ts';
import type { Recovery } from '../account.ts';
import { DecidedRecoveries } from './DecidedRecoveries.tsx';
import classes from './recovery.module.css';

const DecideRecovery = lazyDialog(() => import('./DecideRecovery.tsx'), 'default');

/** How the screen writes an instant: the account has the dates of the shell (SCN-05), the users those of a clinic (CLN-25). */
export type AsTime = (at: Date) => string;
const inShell: AsTime = (at) => asMoment(at, 'DD/MM/YYYY');

/** Who of the company cannot use their second factor any more, for its administrators to decide about (SEC-13). */
export function Recoveries({ asTime = inShell }: { asTime?: AsTime }) {
  const list = useQuery(read(listRecoveries));
  const client = useQueryClient();
  // Who decides about somebody follows their groups.
  useLive(['recovery.changed', 'provider.changed'], () => {
    for (const { path } of [listRecoveries, listDecidedRecoveries]) void client.invalidateQueries({ queryKey: [path] });
  });
  const [decision, decide] = useState<{ recovery: Recovery; approved: boolean } | null>(null);
  if (list.isPending) return <Skeleton height={48} />;
  if (list.isLoadingError) return <Failed message="Unable to load the requests." onRetry={() => void list.refetch()} />;
  return (
    <Stack gap="md">
      {list.data.recoveries.length === 0 && <Text c="dimmed">No requests are waiting.</Text>}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.data.recoveries.map((recovery) => (
          <One
            key={recovery.recoveryId}
            recovery={recovery}
            asTime={asTime}
            onDecide={(approved) => decide({ recovery, approved })}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Requests of people whose rights or care groups reach beyond yours go to other administrators.
      </Text>
      <DecidedRecoveries asTime={asTime} />
      {decision && <DecideRecovery {...decision} onClose={() => decide(null)} />}
    </Stack>
  );
}

function One(props: { recovery: Recovery; asTime: AsTime; onDecide: (approved: boolean) => void }) {
  const { recovery, asTime, onDecide } = props;
  const { fName, lName, email, type, isOwn } = recovery;
  const name = `${fName} ${lName}`;
  return (
    <li className={classes.request}>
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {type} · {email}
        </Text>
      </div>
      <FactList facts={evidenceOf(recovery, asTime)} />
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
    </li>
  );
}

/** By what it can be told who asks. */
function evidenceOf(recovery: Recovery, asTime: AsTime): [string, string][] {
  const { askedAt, address, host, device, lastSignInAt, sessions, groups } = recovery;
  const moment = (at: Date) => `${asTime(at)}, ${ago(at)}`;
  return [
    ['Asked', moment(askedAt)],
    ['From', [device, address, host].filter((part) => part !== null).join(' · ') || 'Not known'],
    ['Last sign-in', lastSignInAt ? moment(lastSignInAt) : 'Never'],
    ['Signed in now', sessions === 0 ? 'Nowhere' : sessions === 1 ? 'In one place' : `In ${sessions} places`],
    ['Care groups', groups.join(', ') || 'None'],
  ];
}
