import { Stack, Text, Title } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { type PartnerKind, partnerKinds } from '@portal/contract/partners/kinds.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { supplyMessages, supplyProblem } from '@portal/contract/products/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { namesOfProducts } from '#shared/product-name.ts';
import { useFreshness, usePartners, useProducts } from './queries.ts';
import { SupplySwitches } from './SupplySwitches.tsx';
import { noPartners } from './words.ts';

/** Who supplies each product at a site (PSU-02), for all of them at once. */
export function SupplyDialog({ site, onClose }: { site: { gId: number; displayName: string }; onClose: () => void }) {
  useFreshness();
  const products = useProducts(site.gId);
  const nameOf = namesOfProducts(products.data ?? []);
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Dialog opened title={`Supply of ${site.displayName}`} size="lg" onClose={onClose}>
      <Stack gap="lg">
        {products.isLoadingError && (
          <Failed message={sentenceOf(products.error)} onRetry={() => void products.refetch()} />
        )}
        {products.isPending && <Loading label="Loading products" />}
        {products.data?.length === 0 && <Empty message="This trial has no products yet." />}
        {products.data?.map((product) => (
          <OfProduct
            key={product.productId}
            gId={site.gId}
            product={product}
            name={nameOf(product)}
            onTell={setRefusal}
          />
        ))}
        <DialogFooter refused={refusal !== null && { text: refusal }}>
          <DialogCancel>Close</DialogCancel>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

function OfProduct(props: { gId: number; product: Product; name: string; onTell: (told: string | null) => void }) {
  const { gId, product, name, onTell } = props;
  const kinds = partnerKinds.filter((kind) => !supplyProblem(kind, product));
  return (
    <section aria-label={name}>
      <Title order={3} mb="xs">
        {productName(product)}
      </Title>
      {kinds.length === 0 && <Text c="gray.7">{supplyMessages.noType}</Text>}
      {kinds.map((kind) => (
        <OfKind key={kind} kind={kind} at={{ gId, productId: product.productId }} onTell={onTell} />
      ))}
    </section>
  );
}

function OfKind(props: {
  kind: PartnerKind;
  at: { gId: number; productId: number };
  onTell: (told: string | null) => void;
}) {
  const { kind, at, onTell } = props;
  const partners = usePartners(kind, at);
  if (partners.isLoadingError)
    return <Failed message={sentenceOf(partners.error)} onRetry={() => void partners.refetch()} />;
  if (!partners.data) return <Loading label={`Loading ${kind} partners`} />;
  if (partners.data.length === 0) return <Text c="gray.7">{noPartners[kind]}</Text>;
  return <SupplySwitches kind={kind} partners={partners.data} at={at} onRefusal={onTell} onTry={() => onTell(null)} />;
}
