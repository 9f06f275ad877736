import '#kit/later-styles.ts';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { isInForce, type PriceState, takesPlaceOf } from '@portal/contract/pricing/rules.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { CallFailure, isEmptyList, sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Failed } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asDay } from '#kit/today.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { type Act, isOfLostAnswer, lineAs } from '#shared/way-on.ts';
import { draftFrom, presentOf, type PriceDraft, statesOf, unpricedSince } from './draft.ts';
import { InvalidateDialog } from './InvalidateDialog.tsx';
import { asMoney, perUnit, sortableAmount } from './money.ts';
import { PriceDialog } from './PriceDialog.tsx';
import type { EndedPrice, Partner, Price, Prices } from './calls.ts';
import { useChangePrice, usePrices } from './queries.ts';

interface Props {
  kind: PartnerKind;
  partner: Pick<Partner, 'partnerId' | 'name'>;
  product: Pick<Product, 'productId' | 'drugName' | 'dosageForm'>;
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
  /** What a price is set for: the unit of now, whichever that is by then, or a former one. */
  const [open, setOpen] = useState<{ formerUnit?: string } | null>(null);
  /** What was typed for each of them and could not be sent. */
  const [kept, setKept] = useState<ReadonlyMap<string | undefined, PriceDraft>>(new Map());
  const [invalidating, setInvalidating] = useState<InHistory | null>(null);
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
  const all = prices.data ? historyOf(prices.data) : [];
  // Whoever was told to press a button again finds it.
  const formerUnits = [
    ...new Set([...(prices.data?.unpriced ?? []).map(({ quantityUnit }) => quantityUnit), ...kept.keys()]),
  ].filter((unit): unit is string => unit !== undefined && unit !== prices.data?.quantityUnit);
  const settingPer = (unit: string) => `Set price ${perUnit(unit, prices.data ? [...all, prices.data] : all)}`;
  const keep = (draft: PriceDraft | null) => {
    setKept((before) => {
      const now = new Map(before);
      now.delete(open?.formerUnit);
      return draft ? now.set(open?.formerUnit, draft) : now;
    });
    setOpen(null);
  };
  const asked = prices.data && { ...prices.data, quantityUnit: open?.formerUnit ?? prices.data.quantityUnit };
  const since = unpricedSince(prices.data);
  const shown = [...columns(all), stateColumn(statesOf(prices.data), all)];
  const about = `${partner.name}, ${productName(product)}${sponsor ? `, for ${sponsor.name}` : ''}`;

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md">
        <CurrentPrice prices={prices.data} isNone={isNone} />
        {since !== undefined && (
          <Text c="var(--portal-amber)" fw={500}>
            <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
            {`Shipped without a price since ${asDay(since)}.`}
          </Text>
        )}
        {mayChange && (
          <Group gap="sm">
            {formerUnits.map((formerUnit) => (
              <Button key={formerUnit} variant="default" onClick={() => setOpen({ formerUnit })}>
                {settingPer(formerUnit)}
              </Button>
            ))}
            <Button onClick={() => setOpen({})} disabled={prices.isPending || isNone}>
              Update price
            </Button>
          </Group>
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
          start={kept.get(open.formerUnit) ?? draftFrom(asked, open.formerUnit !== undefined)}
          present={presentOf(asked)}
          unit={asked?.quantityUnit ?? ''}
          others={all}
          sponsor={sponsor?.name ?? null}
          busy={busy}
          onClose={() => keep(null)}
          onSend={async (price, draft) => {
            const press = open.formerUnit === undefined ? 'Update price' : settingPer(open.formerUnit);
            keep((await tryTo({ done: 'set', press }, () => set(price))) ? null : draft);
          }}
        />
      )}
      {invalidating && (
        <InvalidateDialog
          price={invalidating}
          about={about}
          all={all}
          busy={busy}
          onClose={() => setInvalidating(null)}
          onConfirm={(ends) =>
            void tryTo(ends ? ending : removal, () => invalidate(invalidating.eventId, ends)).then(() =>
              setInvalidating(null),
            )
          }
        />
      )}
    </Stack>
  );
}

const removal = { done: 'invalidated', press: 'Invalidate', isKeyless: true };
const ending = { done: 'ended', press: 'End price', isKeyless: true };

type InHistory = Price | EndedPrice;

/** All of them, the latest effective day first. */
const historyOf = ({ prices, ended }: Prices): InHistory[] =>
  [...prices, ...ended].toSorted(
    (one, other) => other.effectiveDate.localeCompare(one.effectiveDate) || other.eventId - one.eventId,
  );

/** The one that the history calls so, also where a page has been open since the day before. */
function CurrentPrice({ prices, isNone }: { prices: Prices | undefined; isNone: boolean }) {
  const present = isNone ? null : presentOf(prices);
  return (
    <Text>
      Current price:{' '}
      <Text span fw={500}>
        {present && prices
          ? `${asMoney(present.drugPrice, present.currency)} ${perUnit(prices.quantityUnit, historyOf(prices))}`
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

const columns = (all: readonly InHistory[]): Column<InHistory>[] => [
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
    ([accessor, title]): Column<InHistory> => ({
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

/** Which of them holds today, and which will or did (OPS-41). One that has ended held until then, unless another had taken its place. */
const stateColumn = (states: ReadonlyMap<number, PriceState>, all: readonly InHistory[]): Column<InHistory> => ({
  accessor: 'state',
  title: 'State',
  render: (price) => {
    if ('endedOn' in price && !all.some((other) => takesPlaceOf(other, price) && isInForce(other, price.endedOn)))
      return <WordBadge colour="gray">{`Ended ${asDay(price.endedOn)}`}</WordBadge>;
    const state = states.get(price.eventId) ?? 'Past';
    return <WordBadge colour={stateColours[state]}>{state}</WordBadge>;
  },
});

/** Of two units there may be a price each from the same day on. */
const actions = (
  onInvalidate: (price: InHistory) => void,
  unit: string | undefined,
  all: readonly InHistory[],
): Column<InHistory> => ({
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
