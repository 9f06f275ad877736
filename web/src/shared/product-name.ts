import { productName } from '@portal/contract/products/product-name.ts';

interface Product {
  drugName: string;
  dosageForm: string;
}

export type NameOfProduct = (product: Product) => string;

/** How a list names its products: by the drug alone, and by the form too where others of it have the same drug in another form. */
export function namesOfProducts(listed: readonly Product[]): NameOfProduct {
  const formOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { drugName, dosageForm } of listed) {
    if ((formOf.get(drugName) ?? dosageForm) !== dosageForm) shared.add(drugName);
    formOf.set(drugName, dosageForm);
  }
  return (product) => (shared.has(product.drugName) ? productName(product) : product.drugName);
}
