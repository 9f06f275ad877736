import '#kit/later-styles.ts';
import { Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { listLots } from '@portal/contract/lots/endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { lazyPart } from '#kit/lazy-part.tsx';
import { useViewer } from '#api/viewer.ts';
import { useListSearch } from '#shared/list-search.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import type { Look } from '#rooms/lots/LotsScreen.tsx';
import { MissingPrices } from '#rooms/pricing/MissingPrices.tsx';
import { type Picks, PricingScreen } from '#rooms/pricing/PricingScreen.tsx';

const LotsScreen = lazyPart(() => import('#rooms/lots/LotsScreen.tsx'), 'LotsScreen', <Skeleton height={240} />);

/** `/settings/product-management?group=&product=`: the picks are in the address, so that they can be linked to (PRC-01). */
export default function ProductManagement() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const changeSearch = useChangeSearch();
  const mayTrace = meets(listLots.access, useViewer());
  const picks: Picks = {
    group: Number(search['group']) || null,
    product: Number(search['product']) || null,
    sides: { pharmacy: sideOf(search['pharmacy']), wholesaler: sideOf(search['wholesaler']) },
    partners: { pharmacy: Number(search['ppId']) || null, wholesaler: Number(search['wpId']) || null },
  };
  const go = (next: Record<string, unknown>, replace = true) => changeSearch(next, { replace });
  const pick = ({ group, product, sides, partners }: Picks) =>
    go({
      group: group ?? undefined,
      product: product ?? undefined,
      pharmacy: sides.pharmacy === 'supply' ? 'supply' : undefined,
      wholesaler: sides.wholesaler === 'supply' ? 'supply' : undefined,
      ppId: partners.pharmacy ?? undefined,
      wpId: partners.wholesaler ?? undefined,
    });
  const heading = (
    <Title order={2} mb="md">
      Product Management
    </Title>
  );
  const [{ only }, narrow] = useListSearch();
  if (!mayTrace)
    return (
      <>
        {heading}
        <PricingScreen picks={picks} onPick={pick} />
      </>
    );
  const missing = only.includes('price');
  const pricing = (
    <Stack gap="md">
      <MissingPrices
        shown={missing}
        onShow={(shown) => narrow({ only: shown ? ['price'] : [] })}
        onPick={({ gId, productId, partnerId, partnerType }) =>
          go(
            {
              price: undefined,
              group: gId,
              product: productId,
              [partnerType]: undefined,
              [partnerType === 'pharmacy' ? 'ppId' : 'wpId']: partnerId,
            },
            false,
          )
        }
      />
      {!missing && <PricingScreen picks={picks} onPick={pick} />}
    </Stack>
  );

  const view = search['view'] === 'lots' ? 'lots' : 'pricing';
  const look = lookOf(search);
  const find = ({ page, lot }: Look) =>
    go(
      { page: page > 1 ? page : undefined, lot: lot ?? undefined },
      // The way of a lot is a place that one comes back from.
      lot === look.lot,
    );
  return (
    <>
      {heading}
      <Tabs
        value={view}
        onChange={(next) => go({ view: next === 'lots' ? 'lots' : undefined }, false)}
        keepMounted={false}
      >
        <Tabs.List aria-label="Product management" mb="lg">
          <Tabs.Tab value="pricing">Pricing and Supply</Tabs.Tab>
          <Tabs.Tab value="lots">Lots</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pricing">{pricing}</Tabs.Panel>
        <Tabs.Panel value="lots">
          <LotsScreen look={look} onLook={find} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const sideOf = (value: unknown) => (value === 'supply' ? 'supply' : 'pricing');

const lookOf = ({ page, lot }: Record<string, unknown>): Look => ({
  page: isPlace(page) ? page : 1,
  lot: isPlace(lot) ? lot : null,
});
const isPlace = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
