import { Text } from '@mantine/core';
import { changeInPercent, isLargeChange } from '@portal/contract/pricing/rules.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Present } from './draft.ts';
import { asMoney } from './money.ts';

const signed = (percent: number) =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en')} %`;

/** What a new price means beside the present one: by how much it changes, where the two can be compared. */
export function PriceChange({ present, next }: { present: Present | null; next: Present }) {
  return (
    <Text role="status" c="gray.7">
      Present price: {present ? asMoney(present.amount, present.currency) : 'none'}
      {present && changeText(present, next)}
    </Text>
  );
}

function changeText(present: Present, next: Present): string {
  if (present.currency !== next.currency) return `. The new one is in ${next.currency}, so they are not compared.`;
  const percent = changeInPercent(present.amount, next.amount);
  return percent === null ? '' : `. Change: ${signed(percent)}`;
}

/** Whether a price is asked about before it is sent: it changes by more than a quarter, or its currency is another one. */
export const isAskedAbout = (present: Present | null, next: Present): boolean =>
  present !== null && (present.currency !== next.currency || isLargeChange(present.amount, next.amount));

/** The question about it. */
export function LargeChange({ present, next }: { present: Present; next: Present }) {
  const percent = changeInPercent(present.amount, next.amount) ?? 0;
  const change =
    present.currency === next.currency
      ? `The price ${percent > 0 ? 'rises' : 'falls'} by ${Math.abs(percent).toLocaleString('en')} %`
      : `The price changes its currency`;
  return (
    <Text c="var(--portal-amber)" fw={500} role="alert">
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
      {change}, from {asMoney(present.amount, present.currency)} to {asMoney(next.amount, next.currency)}. Is that
      right?
    </Text>
  );
}
