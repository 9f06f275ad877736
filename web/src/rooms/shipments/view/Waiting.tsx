import { Text } from '@mantine/core';

/** In the place of a part of a request that is still read. */
export const Waiting = () => (
  <Text size="sm" c="gray.7">
    Loading…
  </Text>
);
