/** What later rooms, and the demo data, may use of the prices. */
export { invalidatePrice } from './invalidate-price.ts';
export { agreedPrice } from './queries.ts';
export { type NewPrice, setPrice } from './set-price.ts';
export { missingPrices, sitesNotSupplied } from './supply-queries.ts';
