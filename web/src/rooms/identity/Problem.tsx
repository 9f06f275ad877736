import { Alert } from '@mantine/core';

/** A failure that stays on the page it belongs to, and is read out when it appears. */
export function Problem({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert color="red" variant="light" py="xs" role="alert">
      {children}
    </Alert>
  );
}
