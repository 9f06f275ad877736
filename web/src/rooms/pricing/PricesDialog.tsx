import { Stack, Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { maySetPrices } from './access.ts';
import type { Partner } from './calls.ts';
import { PartnerPrices } from './PartnerPrices.tsx';
import { sponsorOf } from './sponsor.ts';

/** The prices of one product and one partner: what holds, what held, and a new one (PRC-04). */
export function PricesDialog(props: {
  group: CareGroup;
  kind: PartnerKind;
  partner: Pick<Partner, 'partnerId' | 'name'>;
  product: Pick<Product, 'productId' | 'drugName' | 'dosageForm'>;
  onClose: () => void;
}) {
  const { group, kind, partner, product, onClose } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const mayChange = maySetPrices(useViewer(), group);
  return (
    <Dialog opened title={`Prices of ${partner.name}`} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text c="gray.7">{productName(product)}</Text>
        {refusal && (
          <Text c="red.9" fw={500} role="alert">
            {refusal}
          </Text>
        )}
        <PartnerPrices
          kind={kind}
          partner={partner}
          product={product}
          sponsor={sponsorOf(group)}
          mayChange={mayChange}
          onRefusal={setRefusal}
          onTry={() => setRefusal(null)}
        />
      </Stack>
    </Dialog>
  );
}
