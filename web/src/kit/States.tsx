import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Something is on its way. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <Group component="output" justify="center" p="xl">
      <Loader size="sm" aria-hidden />
      <Text c="gray.7">{label}…</Text>
    </Group>
  );
}

/** Something could not be read; the person may try again. */
export function Failed({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Stack align="center" gap="sm" p="xl" role="alert">
      <Text ta="center">{message}</Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  );
}

/** Nothing here: one sentence, and the next step when there is one. */
export function Empty({ message, action }: { message: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" p="xl">
      <Text c="gray.7" ta="center">
        {message}
      </Text>
      {action}
    </Stack>
  );
}
