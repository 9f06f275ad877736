/** What later rooms, and the demo data, may use of the prices. */
export { invalidatePrice } from './invalidate-price.ts';
export { agreedPrice } from './queries.ts';
export { type NewPrice, setPrice } from './set-price.ts';
export { missingPrices } from './missing-prices.ts';
export { unsuppliedSites } from './set-up-queries.ts';
