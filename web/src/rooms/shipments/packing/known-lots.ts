import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { usePartnerCalls } from '../sides.ts';
import {
  isSameLot,
  type KnownLots,
  type Ordered,
  type ShippedLot,
  type ShippingDraft,
  typedLots,
} from './shipping-draft.ts';

interface Typed {
  productId: number;
  lotNumber: string;
}
const none: readonly ShippedLot[] = [];

/** What is on record of the lots in a draft, asked for once the typing rests. What cannot be read is not known, and nothing is said. */
export function useKnownLots(srId: number, draft: ShippingDraft, ordered: Ordered): KnownLots {
  const { lots } = usePartnerCalls();
  const client = useQueryClient();
  useLive(['lot.changed'], () => void client.invalidateQueries({ queryKey: [lots.path] }));
  // The empty text stands for the newest lots of the product.
  const texts = typedLots(draft, ordered).flatMap(({ productId, lotNumber }) => [
    [productId, ''] as const,
    [productId, lotNumber] as const,
  ]);
  const [resting] = useDebouncedValue(JSON.stringify(texts), 150);
  const asked = (JSON.parse(resting) as [number, string][])
    .map(([productId, lotNumber]): Typed => ({ productId, lotNumber }))
    .filter((one, i, all) => all.findIndex((other) => isSame(one, other)) === i);
  const answers = useQueries({
    queries: asked.map(({ productId, lotNumber }) =>
      read(lots, { query: { srId, productId, ...(lotNumber && { lotNumber }) } }),
    ),
  });
  const known = (productId: number, typed: string) =>
    answers[asked.findIndex((one) => isSame(one, { productId, lotNumber: typed.trim() }))]?.data;
  /** One that was offered is on record, also while the answer about its own number is on the way. */
  const offeredAs = (productId: number, lotNumber: string) =>
    asked.flatMap((one, i) =>
      one.productId === productId
        ? (answers[i]?.data?.lots.filter((lot) => isSameLot(lot.lotNumber, lotNumber)) ?? [])
        : [],
    )[0];
  return {
    onRecord: (productId, lotNumber) =>
      known(productId, lotNumber)?.onRecord ?? offeredAs(productId, lotNumber) ?? null,
    offered: (productId, typed) => (known(productId, typed) ?? known(productId, ''))?.lots ?? none,
  };
}

const isSame = (one: Typed, other: Typed): boolean =>
  one.productId === other.productId && one.lotNumber === other.lotNumber;
