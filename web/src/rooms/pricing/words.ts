/** What the panels of the two kinds of partners say. */
import { supplyMessages } from '@portal/contract/products/rules.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { PartnerKind } from './queries.ts';

export const kindWord: Record<PartnerKind, string> = { pharmacy: 'Pharmacy', wholesaler: 'Wholesaler' };

/** PSU-07, PSU-08. */
export const noPartners: Record<PartnerKind, string> = {
  pharmacy: 'No pharmacy partners connected to trial.',
  wholesaler: 'No wholesaler partners connected to trial.',
};

/** PSU-05, PSU-06: why this kind of partner has nothing to do with the product; undefined where it has. */
export const cannotDispense = (kind: PartnerKind, product: Product): string | undefined =>
  (kind === 'pharmacy' ? product.pharmacySupplied : product.wholesalerSupplied) ? undefined : supplyMessages[kind];

/** PRC-17, ERR-08: what has to be read before the next try stays on the panel, in red. */
export const isToInvalidate = (message: string): boolean => message.includes('Must invalidate pricing');
