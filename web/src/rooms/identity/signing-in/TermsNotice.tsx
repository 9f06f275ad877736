import { Text } from '@mantine/core';

/** SIG-20, OPN-30. */
export function TermsNotice() {
  return (
    <Text size="xs" c="dimmed">
      Access to this site is limited to authorized persons permitted by the trial sponsor.
    </Text>
  );
}
