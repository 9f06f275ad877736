import { Text } from '@mantine/core';
import { useCutOff } from '#api/queries.ts';

/** No list ends in silence: what has no way to its other rows says at least that there are some (OPS-23). */
export function CutOffLists() {
  const rows = useCutOff();
  return (
    <Text component="output" size="sm" c="gray.7" px="md">
      {rows !== null && `A list on this page has more than ${rows.toLocaleString('en')} rows and is not shown in full.`}
    </Text>
  );
}
