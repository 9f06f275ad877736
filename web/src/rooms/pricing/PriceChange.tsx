import { Text } from '@mantine/core';
import { type Amounts, centsOf, changeInPercent, isLargeChange, moneyOf } from '@portal/contract/pricing/rules.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { amountFields, amountNames, type Present } from './draft.ts';
import { asMoney } from './money.ts';

const signed = (percent: number) => `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} %`;
const nameOf = (field: keyof Amounts) => amountNames[field].toLowerCase();

/** What a new price means beside the present one: by how much each amount changes, where the two can be compared. */
export function PriceChange({ present, next }: { present: Present | null; next: Present }) {
  return (
    <Text role="status" c="gray.7" component="div">
      {present ? (
        amountFields.map((field) => (
          <div key={field}>
            Present {nameOf(field)}: {asMoney(present[field], present.currency)}
            {changeText(present, next, field)}
          </div>
        ))
      ) : (
        <div>Present price: none</div>
      )}
    </Text>
  );
}

function changeText(present: Present, next: Present, field: keyof Amounts): string {
  if (present.currency !== next.currency)
    return field === 'drugPrice' ? `. The new one is in ${next.currency}, so they are not compared.` : '';
  const percent = changeInPercent(present[field], next[field]);
  return percent ? `. Change: ${signed(percent)}` : '';
}

/** What of a price is asked about before it is sent: each amount that changes by more than a quarter, or its currency. */
function askedAbout(present: Present, next: Present): string[] {
  return amountFields.flatMap((field) => {
    const [before, after] = [present[field], moneyOf(centsOf(next[field]) ?? 0)];
    const change = isOtherCurrency(before, after) ? 'changes its currency' : sizeOf(before, after);
    if (!change) return [];
    return `the ${nameOf(field)} ${change}, from ${asMoney(before, present.currency)} to ${asMoney(after, next.currency)}`;
  });

  /** A fee of nothing is nothing in any currency. */
  function isOtherCurrency(before: string, after: string): boolean {
    return present.currency !== next.currency && (centsOf(before) !== 0 || centsOf(after) !== 0);
  }
}

function sizeOf(before: string, after: string): string | null {
  if (!isLargeChange(before, after)) return null;
  const percent = changeInPercent(before, after);
  if (percent === null) return 'rises';
  return `${percent > 0 ? 'rises' : 'falls'} by ${Math.abs(percent).toLocaleString('en')} %`;
}

/** Whether a price is asked about before it is sent. */
export const isAskedAbout = (present: Present | null, next: Present): boolean =>
  present !== null && askedAbout(present, next).length > 0;

/** The question about it. */
export function LargeChange({ present, next }: { present: Present; next: Present }) {
  const changes = askedAbout(present, next).join('; ');
  return (
    <Text c="var(--portal-amber)" fw={500} role="alert">
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
      {changes.charAt(0).toUpperCase() + changes.slice(1)}. Is that right?
    </Text>
  );
}
