import { Text } from '@mantine/core';
import { useViewer } from '#api/viewer.ts';

export const useOwnName = (): string => {
  const { fName, lName } = useViewer();
  return `${fName} ${lName}`.trim();
};

/** Whose signature it is, as it will stand in the document whatever is drawn (P11-03). */
export function PrintedName() {
  const { type } = useViewer();
  const name = useOwnName();
  return (
    <Text size="sm" c="gray.7">
      Printed with it: {name}, {type}.
    </Text>
  );
}
