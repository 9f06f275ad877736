import { Radio, Stack, Text } from '@mantine/core';
import { isInForce, takesPlaceOf } from '@portal/contract/pricing/rules.ts';
import { useState } from 'react';
import { serverDay } from '#api/clock.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { asDay } from '#kit/today.ts';
import type { EndedPrice, Price } from './calls.ts';
import { asMoney, perUnit } from './money.ts';

/** Asks before a price leaves the history: because it was wrong, or because it is not agreed any more (PRC-16). */
export function InvalidateDialog(props: {
  price: Price | EndedPrice;
  /** Of whom and of what. */
  about: string;
  /** All that are in the history. */
  all: readonly (Price | EndedPrice)[];
  busy: boolean;
  onClose: () => void;
  onConfirm: (ends: boolean) => void;
}) {
  const { price, about, all, busy, onClose, onConfirm } = props;
  const [why, setWhy] = useState<'wrong' | 'over'>('wrong');
  const hasBegun = price.effectiveDate <= serverDay();
  const later = all.filter(
    (other) =>
      !('endedOn' in other) && other.quantityUnit === price.quantityUnit && other.effectiveDate > price.effectiveDate,
  );
  const isReplaced = later.some(({ effectiveDate }) => effectiveDate <= serverDay());
  const mayEnd = hasBegun && !isReplaced && !('endedOn' in price);
  const ends = mayEnd && why === 'over';
  const isCoveredByEarlier = all.some((other) => takesPlaceOf(price, other) && isInForce(other, price.effectiveDate));
  const losesIt = `What was sent at this price loses it, also on invoices of the past.${isCoveredByEarlier ? ' An earlier price for the same unit counts instead.' : ''}`;
  const named = `${about}: ${asMoney(price.price, price.currency)} ${perUnit(price.quantityUnit, all)} from ${asDay(price.effectiveDate)}`;
  return (
    <ConfirmDialog
      opened
      title={ends ? 'End this price?' : 'Invalidate this price?'}
      confirm={ends ? 'End price' : 'Invalidate'}
      danger
      busy={busy}
      onConfirm={() => onConfirm(ends)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {ends
            ? `${named} will hold today for the last time and then stand in the history as ended. Earlier prices for the same unit end with it. ${later.length > 0 ? 'One that begins later stays. ' : ''}This cannot be taken back.`
            : `${named} will count as never agreed and leave the history. This cannot be taken back.`}
        </Text>
        {hasBegun && !mayEnd && <Text>{losesIt}</Text>}
        {mayEnd && (
          <Radio.Group label="Why?" value={why} onChange={(next) => setWhy(next as 'wrong' | 'over')}>
            <Stack gap="sm" mt="xs">
              <Radio value="wrong" label="It was wrong and never held" description={losesIt} />
              <Radio
                value="over"
                label="The agreement ends today"
                description="What was sent until now keeps its price. What is sent after today has none, unless another one counts then."
              />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
