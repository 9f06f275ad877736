import type { ItemCondition } from '@portal/contract/shipments/rules.ts';

/** How an item of a delivery arrived. */
export const arrivalWords: Record<ItemCondition, string> = {
  received: 'Arrived in good order',
  damaged: 'Arrived damaged',
  missing: 'Was missing',
};
