import { Button, Group, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type PartnerKind, partnerKinds } from '@portal/contract/partners/kinds.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { supplyMessages } from '@portal/contract/products/rules.ts';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { PartnerPanel, type Side } from './PartnerPanel.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { useChosenGroup } from '#shared/chosen-group.ts';
import { GroupPick, ProductPick } from './Picks.tsx';
import { useFreshness, useGroups, useProducts } from './queries.ts';

const PriceGrid = lazyPart(() => import('./PriceGrid.tsx'), 'PriceGrid', <Loading label="Loading prices" />);

/** What the address bar says: the picks, and of each panel what it shows and whose prices. */
export interface Picks {
  group: number | null;
  product: number | null;
  sides: Record<PartnerKind, Side>;
  partners: Record<PartnerKind, number | null>;
}

/** Prices and supply of one product at a trial or a trial site (PRC-01, PRC-02). */
export function PricingScreen({ picks, onPick }: { picks: Picks; onPick: (picks: Picks) => void }) {
  useFreshness();
  const groups = useGroups();
  const known = groups.data ?? [];
  const [group, chooseGroup] = useChosenGroup(
    'prices',
    known,
    picks.group,
    (gId) => onPick({ ...picks, group: gId }),
    known.filter(({ type }) => type === 'clinicalTrial'),
  );
  // ROL-22: a Sponsor does not load them.
  const mayRead = meets(listProducts.access, useViewer());
  const products = useProducts(mayRead ? (group?.gId ?? null) : null);
  const product = products.data?.find(({ productId }) => productId === picks.product) ?? null;
  if (!mayRead) return <Empty message="Sponsors do not see the products of a trial." />;
  if (groups.isLoadingError) return <Failed message={sentenceOf(groups.error)} onRetry={() => void groups.refetch()} />;

  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <GroupPick
          groups={known}
          value={group?.gId ?? null}
          // A product of another trial is none of this one; of another site of the same trial it stays.
          onChange={chooseGroup}
          loading={groups.isPending}
        />
        {group && (
          <ProductPick
            products={products.data ?? []}
            value={product?.productId ?? null}
            onChange={(productId) => onPick({ ...picks, product: productId })}
            loading={products.isPending}
          />
        )}
        {group && product && (
          <Button variant="default" onClick={() => onPick({ ...picks, product: null })}>
            All prices
          </Button>
        )}
      </Group>
      {groups.data?.length === 0 && <Empty message="There are no trials to choose from." />}
      {!group && !groups.isPending && groups.data.length > 0 && (
        <Empty message="Choose a trial or a trial site to see its products." />
      )}
      {group && products.isPending && <Loading label="Loading products" />}
      {group && products.isLoadingError && (
        <Failed message={sentenceOf(products.error)} onRetry={() => void products.refetch()} />
      )}
      {group && products.data?.length === 0 && (
        <Empty message="This trial has no products. They are added in Care Group Management." />
      )}
      {group && products.data && products.data.length > 0 && !product && (
        <>
          <Empty message="Choose a product to see its prices and who supplies it." />
          <PriceGrid key={group.gId} group={group} products={products.data} />
        </>
      )}
      {group && product && !product.pharmacySupplied && !product.wholesalerSupplied && (
        <Stack gap={4} align="center" p="xl">
          <Text fw={500}>{supplyMessages.noType}</Text>
          <Text c="gray.7">{supplyMessages.noTypeAdvice}</Text>
        </Stack>
      )}
      {group &&
        product &&
        (product.pharmacySupplied || product.wholesalerSupplied) &&
        partnerKinds.map((kind) => (
          <PartnerPanel
            key={kind}
            kind={kind}
            group={group}
            product={product}
            side={picks.sides[kind]}
            onSide={(side) => onPick({ ...picks, sides: { ...picks.sides, [kind]: side } })}
            partnerId={picks.partners[kind]}
            onPartner={(partnerId) => onPick({ ...picks, partners: { ...picks.partners, [kind]: partnerId } })}
          />
        ))}
    </Stack>
  );
}
