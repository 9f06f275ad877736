import { Stack, Text, Title } from '@mantine/core';
import { AddressLines, Facts, PeopleLines } from '../view/Facts.tsx';
import { PackageList } from '../view/PackageList.tsx';
import { productName, shipToWords } from '../sentences.ts';
import { type Order, packagesOf, packedLines, type ShippingDraft } from './shipping-draft.ts';
import type { WholeRequest } from '../sides.ts';

/** SHF-03: everything once more before it is sent. */
export function ReviewStep({ draft, order, request }: { draft: ShippingDraft; order: Order; request: WholeRequest }) {
  const lines = packedLines(draft, order);
  const nameOf = (productId: number) => {
    const line = lines.find((one) => one.productId === productId);
    return line ? productName(line) : '';
  };
  const unitOf = (productId: number) => lines.find((line) => line.productId === productId)?.quantityUnit ?? '';
  const packages = packagesOf(draft, order).map((one) => ({
    ...one,
    items: one.items.map((item) => ({ ...item, name: nameOf(item.productId), unit: unitOf(item.productId) })),
  }));
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Ship to', shipToWords(request)],
          ...(request.participants?.length
            ? [
                [
                  request.participants.length > 1 ? 'Participants' : 'Participant',
                  <PeopleLines key="participants" people={request.participants} />,
                ] as const,
              ]
            : []),
          ['Trial site', request.siteName],
          ['Address', <AddressLines key="address" address={request.address} />],
        ]}
      />
      <section>
        <Title order={3} size="h5" mb="xs">
          Products
        </Title>
        {lines.map((packed) => (
          <Text key={packed.productId}>
            {packed.quantity} × {productName(packed)}
            {packed.isReplacement && ` (instead of ${productName(packed.line)})`}
          </Text>
        ))}
      </section>
      <section>
        <Title order={3} size="h5" mb="xs">
          Packages
        </Title>
        <PackageList packages={packages} />
      </section>
    </Stack>
  );
}
