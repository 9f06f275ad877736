import { Text } from '@mantine/core';
import type { SupplyPart } from '@portal/contract/pricing/set-up-endpoints.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { unsuppliedText } from './set-up.ts';

/** Beside the status of a site that cannot be supplied yet: that, and what is missing. */
export function Unsupplied({ missing }: { missing: readonly SupplyPart[] | undefined }) {
  if (!missing || missing.length === 0) return null;
  return (
    <Text span c="var(--portal-amber)" fw={500}>
      <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
      {unsuppliedText(missing)}
    </Text>
  );
}
