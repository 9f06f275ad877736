import '#kit/later-styles.ts';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { PriceState } from '@portal/contract/pricing/rules.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { useState } from 'react';
import { CallFailure, isEmptyList, sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Failed } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asDay } from '#kit/today.ts';
import { productName } from '#shared/product-name.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { type Act, isOfLostAnswer, lineAs } from '#shared/way-on.ts';
import { draftFrom, presentOf, type PriceDraft, statesOf } from './draft.ts';
import { asMoney, perUnit, sortableAmount } from './money.ts';
import { PriceDialog } from './PriceDialog.tsx';
import type { Partner, Price, Prices } from './calls.ts';
import { useChangePrice, usePrices } from './queries.ts';

interface Props {
  kind: PartnerKind;
  partner: Partner;
  product: Product;
  /** The trial's sponsor, if it has one. */
  sponsor: { sponsorId: number; name: string } | null;
  mayChange: boolean;
  /** Told as well whether it is not known what came of it: that is to be read before the next try. */
  onRefusal: (message: string, isUnknown: boolean) => void;
  onTry: () => void;
}

/** What a partner charges for a product, and what the trial's sponsor pays it instead (PRC-04). */
export function PartnerPrices(props: Props) {
  const { partner, sponsor, onTry } = props;
  const [whose, setWhose] = useState<'partner' | 'sponsor'>('partner');
  return (
    <Stack gap="md">
      {sponsor && (
        <Group gap="md">
          <SegmentedControl
            aria-label={`Prices of ${partner.name}`}
            data={[
              { value: 'partner', label: 'Partner price' },
              { value: 'sponsor', label: 'Sponsor price' },
            ]}
            value={whose}
            onChange={(next) => {
              onTry();
              setWhose(next as 'partner' | 'sponsor');
            }}
          />
          <Text size="sm" c="gray.7">
            {whose === 'partner'
              ? `What ${partner.name} charges.`
              : `What ${sponsor.name} pays ${partner.name} instead.`}
          </Text>
        </Group>
      )}
      <PricesBetween key={whose} {...props} sponsor={whose === 'sponsor' ? sponsor : null} />
    </Stack>
  );
}

function PricesBetween({ kind, partner, product, sponsor, mayChange, onRefusal, onTry }: Props) {
  const parties = {
    kind,
    partnerId: partner.partnerId,
    productId: product.productId,
    sponsorId: sponsor?.sponsorId ?? null,
  };
  const prices = usePrices(parties);
  const { set, invalidate } = useChangePrice(parties);
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<PriceDraft | null>(null);
  const [invalidating, setInvalidating] = useState<Price | null>(null);
  const [busy, setBusy] = useState(false);
  // CLN-09: what is not there is an empty history.
  const isNone = isEmptyList(prices.error);
  if (prices.isLoadingError && !isNone)
    return <Failed message={sentenceOf(prices.error)} onRetry={() => void prices.refetch()} />;

  /** Says what came of it; refused or not, the person is back at the panel. */
  const tryTo = async (act: Omit<Act, 'of'>, work: () => Promise<{ message: string }>): Promise<boolean> => {
    onTry();
    setBusy(true);
    try {
      toastSuccess((await work()).message);
      return true;
    } catch (failure) {
      if (!(failure instanceof CallFailure) || failure.status !== 401)
        onRefusal(lineAs(failure, { of: 'The price was', ...act }), isOfLostAnswer(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const all = prices.data?.prices ?? [];
  const shown = [...columns(all), stateColumn(statesOf(prices.data))];
  const about = `${partner.name}, ${productName(product)}${sponsor ? `, for ${sponsor.name}` : ''}`;

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md">
        <CurrentPrice prices={prices.data} isNone={isNone} />
        {mayChange && (
          <Button onClick={() => setOpen(true)} disabled={prices.isPending || isNone}>
            Update price
          </Button>
        )}
      </Group>
      <AppTable
        label={`Price history of ${about}`}
        storeKey={`price-history:${kind}`}
        pageKey={`${partner.partnerId}:${product.productId}:${parties.sponsorId}`}
        pageSize={5}
        records={isNone ? [] : all}
        columns={mayChange ? [...shown, actions(setInvalidating, prices.data?.quantityUnit, all)] : shown}
        idAccessor="eventId"
        loading={prices.isPending}
        empty="No prices have been set yet."
      />
      {open && (
        <PriceDialog
          opened
          about={about}
          start={kept ?? draftFrom(prices.data)}
          present={presentOf(prices.data)}
          unit={prices.data?.quantityUnit ?? ''}
          others={prices.data?.prices}
          sponsor={sponsor?.name ?? null}
          busy={busy}
          onClose={() => {
            setKept(null);
            setOpen(false);
          }}
          onSend={async (price, draft) => {
            const done = await tryTo(setting, () => set(price));
            setKept(done ? null : draft);
            setOpen(false);
          }}
        />
      )}
      <ConfirmDialog
        opened={invalidating !== null}
        title="Invalidate this price?"
        confirm="Invalidate"
        danger
        busy={busy}
        onConfirm={() =>
          void tryTo(removal, () => invalidate(invalidating?.eventId ?? 0)).then(() => setInvalidating(null))
        }
        onClose={() => setInvalidating(null)}
      >
        {invalidating && (
          <Text>
            {about}: {asMoney(invalidating.price, invalidating.currency)} {perUnit(invalidating.quantityUnit, all)} from{' '}
            {asDay(invalidating.effectiveDate)} will count as never agreed and leave the history. This cannot be taken
            back.
          </Text>
        )}
      </ConfirmDialog>
    </Stack>
  );
}

// Its dialog opens with what was typed.
const setting = { done: 'set', press: 'Update price' };
const removal = { done: 'invalidated', press: 'Invalidate', isKeyless: true };

/** The one that the history calls so, also where a page has been open since the day before. */
function CurrentPrice({ prices, isNone }: { prices: Prices | undefined; isNone: boolean }) {
  const present = isNone ? null : presentOf(prices);
  return (
    <Text>
      Current price:{' '}
      <Text span fw={500}>
        {present && prices
          ? `${asMoney(present.drugPrice, present.currency)} ${perUnit(prices.quantityUnit, prices.prices)}`
          : prices || isNone
            ? 'none'
            : '…'}
      </Text>
    </Text>
  );
}

const stateColours: Record<PriceState, string> = {
  Current: 'green',
  Future: 'blue',
  Past: 'gray',
  'Other unit': 'gray',
};

const columns = (all: readonly Price[]): Column<Price>[] => [
  {
    accessor: 'effectiveDate',
    title: 'Effective date',
    sortable: true,
    noWrap: true,
    render: (price) => asDay(price.effectiveDate),
  },
  ...(
    [
      ['price', 'Price'],
      ['shippingFee', 'Shipping fee'],
      ['dispenseFee', 'Dispense fee'],
    ] as const
  ).map(
    ([accessor, title]): Column<Price> => ({
      accessor,
      title,
      sortable: true,
      textAlign: 'right',
      noWrap: true,
      sortValue: (price) => sortableAmount(price[accessor]),
      render: (price) => (
        <>
          {asMoney(price[accessor], price.currency)}
          {accessor === 'price' && (
            <Text span fz="inherit" c="gray.7">
              {` ${perUnit(price.quantityUnit, all)}`}
            </Text>
          )}
        </>
      ),
    }),
  ),
];

/** Which of them holds today, and which will or did (OPS-41). */
const stateColumn = (states: ReadonlyMap<number, PriceState>): Column<Price> => ({
  accessor: 'state',
  title: 'State',
  render: ({ eventId }) => {
    const state = states.get(eventId) ?? 'Past';
    return <WordBadge colour={stateColours[state]}>{state}</WordBadge>;
  },
});

/** Of two units there may be a price each from the same day on. */
const actions = (
  onInvalidate: (price: Price) => void,
  unit: string | undefined,
  all: readonly Price[],
): Column<Price> => ({
  accessor: 'actions',
  title: 'Actions',
  titleHidden: true,
  width: 56,
  textAlign: 'right',
  render: (price) => (
    <RowMenu
      label={`Actions for the price ${price.quantityUnit === unit ? '' : `${perUnit(price.quantityUnit, all)} `}from ${asDay(price.effectiveDate)}`}
      items={[{ label: 'Invalidate', danger: true, onClick: () => onInvalidate(price) }]}
    />
  ),
});
