import { Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { statusText } from '@portal/contract/care-groups/rules.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';

/** What is configured of a group, in words (CST-01 to CST-10). */
export function GroupStatus({ group }: { group: CareGroup }) {
  const text = statusText(group);
  if (text === '') return <Text size="sm">–</Text>;
  return <WordBadge colour={text === 'Fully configured' ? 'green' : 'yellow'}>{text}</WordBadge>;
}
