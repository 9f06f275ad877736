import { endSession as endOne, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { signOutEverywhere } from '@portal/contract/identity/endpoints.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchReplacing } from '#api/in-turn.ts';
import { writeLogEntry } from '#api/log.ts';
import { read, useCall } from '#api/queries.ts';
import { endSession } from '#api/session.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asMoment } from '#kit/today.ts';
import type { Session } from '../account.ts';

const ConfirmDialog = lazyDialog(() => import('#kit/ConfirmDialog.tsx'), 'ConfirmDialog');

/** Where the person is signed in, and the ways to end that (SEC-05). */
export function Sessions() {
  const list = useQuery(read(listSessions));
  const [asking, ask] = useState<Session | 'everywhere' | null>(null);
  const end = useCall(endOne);
  // Its answer takes the cookie away, as that of a sign-out does.
  const endAll = useCall(signOutEverywhere, { fetch: fetchReplacing });
  if (list.isPending) return <Skeleton height={72} />;
  if (list.isLoadingError)
    return <Failed message="Unable to load where you are signed in." onRetry={() => void list.refetch()} />;

  const signOutThere = (session: Session) =>
    end.mutate(
      { body: { sessionId: session.sessionId } },
      {
        onSuccess: () => toastSuccess(`The session has ended: ${session.device}.`),
        // Also where it failed: it may have ended in the meantime.
        onSettled: () => {
          ask(null);
          void list.refetch();
        },
      },
    );
  const signOutAll = () =>
    endAll.mutate(
      { body: {} },
      {
        onSuccess: () => {
          writeLogEntry('sign-out');
          endSession('signed-out', true);
        },
        onError: () => ask(null),
      },
    );
  return (
    <Stack gap="md">
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.data.sessions.map((session) => (
          <One key={session.sessionId} session={session} onEnd={() => ask(session)} />
        ))}
      </Stack>
      <Group>
        <Button variant="default" size="xs" onClick={() => ask('everywhere')}>
          End all sessions
        </Button>
      </Group>
      {asking === 'everywhere' && (
        <ConfirmDialog
          opened
          title="End all sessions?"
          confirm="End all sessions"
          danger
          busy={endAll.isPending}
          onConfirm={signOutAll}
          onClose={() => ask(null)}
        >
          You are signed out everywhere, here too.
        </ConfirmDialog>
      )}
      {asking !== null && asking !== 'everywhere' && (
        <ConfirmDialog
          opened
          title="End this session?"
          confirm="End session"
          danger
          busy={end.isPending}
          onConfirm={() => signOutThere(asking)}
          onClose={() => ask(null)}
        >
          {asking.device} on {asking.host}, signed in {asMoment(asking.createdAt, 'DD/MM/YYYY')}.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function One({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, host, address, createdAt, lastInputAt, isCurrent } = session;
  const since = asMoment(createdAt, 'DD/MM/YYYY');
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {device}
          </Text>
          {isCurrent && <WordBadge colour="green">This device</WordBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {host === address ? host : `${host} · ${address}`}
        </Text>
        <Text size="sm" c="dimmed">
          Since {since} ·{' '}
          <Text span inherit style={{ whiteSpace: 'nowrap' }}>
            last active {asMoment(lastInputAt, 'DD/MM/YYYY')}
          </Text>
        </Text>
      </div>
      {!isCurrent && (
        <Button variant="default" size="xs" aria-label={`End session: ${device}, since ${since}`} onClick={onEnd}>
          End session
        </Button>
      )}
    </Group>
  );
}
