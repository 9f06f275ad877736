import { mustSetUpMfa } from '@portal/contract/identity/rules.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import type { Factor } from '../account.ts';
import type { FactorTask } from '../factors/FactorDialog.tsx';

const ChangePassword = lazyDialog(() => import('../passwords/ChangePassword.tsx'), 'default');
const FactorDialog = lazyDialog(() => import('../factors/FactorDialog.tsx'), 'default');

const states: Record<Factor, string> = {
  none: 'Off. You sign in with your password alone.',
  totp: 'On. You sign in with a code from your app.',
  sms: 'Off. You sign in with a code that we text you.',
};

/** Password, authenticator app and recovery codes of the person, each with what can be done about it (SEC-13, SEC-14). */
export function Security() {
  const { type } = useViewer();
  const own = useQuery(read(me));
  const [task, begin] = useState<'password' | { factor: Factor; task: FactorTask } | null>(null);
  const mfa = own.data?.mfa;
  const button = (name: string, next: FactorTask) => (
    <Button variant="default" size="xs" onClick={() => mfa && begin({ factor: mfa, task: next })}>
      {name}
    </Button>
  );
  return (
    <Stack gap="md">
      <Line name="Password" state="12 to 64 characters that only you know.">
        <Button variant="default" size="xs" onClick={() => begin('password')}>
          Change password
        </Button>
      </Line>
      {own.isPending && <Skeleton height={72} />}
      {own.isError && <Failed message="Unable to load your settings." onRetry={() => void own.refetch()} />}
      {mfa && (
        <Line name="Authenticator app" state={states[mfa]}>
          {mfa === 'totp' ? button('Replace app', 'replace') : button('Set up', mfa === 'none' ? 'set-up' : 'replace')}
          {/* A company may ask for more than the type does; the server then says so. */}
          {mfa !== 'none' && !mustSetUpMfa(type, false) && button('Remove', 'remove')}
        </Line>
      )}
      {mfa && mfa !== 'none' && (
        <Line name="Recovery codes" state="In case you lose your device. Each code signs you in once.">
          {button('New recovery codes', 'codes')}
        </Line>
      )}
      {task === 'password' && <ChangePassword onClose={() => begin(null)} />}
      {task !== null && task !== 'password' && <FactorDialog {...task} onClose={() => begin(null)} />}
    </Stack>
  );
}

function Line({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {state}
        </Text>
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
