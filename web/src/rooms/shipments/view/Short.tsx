import { Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { shortOf } from '@portal/contract/shipments/rules.ts';
import type { WholeRequest } from '../sides.ts';

/** What was sent less of than was asked for, in words: nobody should have to count packages. */
export function Short({ request: { products, packages } }: { request: Pick<WholeRequest, 'products' | 'packages'> }) {
  if (packages.length === 0) return null;
  const asked = products.filter((line) => line.isReplacedBy === null);
  const short = shortOf(packages, new Map(asked.map((line) => [line.productId, line.quantity])));
  return short.map(({ productId, missing }) => {
    const line = asked.find((one) => one.productId === productId);
    return (
      <Text key={productId} size="sm" fw={500} c="var(--portal-amber)">
        {line && productName(line)}: {missing} short
      </Text>
    );
  });
}
