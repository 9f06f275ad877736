import type { Lot, LotRecall } from '@portal/contract/lots/endpoints.ts';
import { productName } from '@portal/contract/products/product-name.ts';

/** What was said when a lot was recalled, or when that was taken back. */
export const recallWords = ({ recalled }: Pick<LotRecall, 'recalled'>): string =>
  recalled ? 'Recalled' : 'Recall taken back';

/** One product may be that of two trials. */
export const nameInTrial = (lot: Pick<Lot, 'drugName' | 'dosageForm' | 'protocolNumber'>): string =>
  `${productName(lot)} · ${lot.protocolNumber}`;
