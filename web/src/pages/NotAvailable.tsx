import { Text } from '@mantine/core';

/** Stands in for a page of the route table that is not built. */
export default function NotAvailable() {
  return <Text>This page is not available yet.</Text>;
}
