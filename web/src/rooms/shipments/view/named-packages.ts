import { productName } from '@portal/contract/products/product-name.ts';
import type { WholeRequest } from '../sides.ts';

/** Packages with the names of what is in them. */
export function namedPackages(request: Pick<WholeRequest, 'products' | 'packages'>) {
  const lineOf = (productId: number) => request.products.find((line) => line.productId === productId);
  return request.packages.map((one) => ({
    ...one,
    items: one.items.map((item) => {
      const line = lineOf(item.productId);
      return { ...item, name: line ? productName(line) : '', unit: line?.quantityUnit ?? '' };
    }),
  }));
}
