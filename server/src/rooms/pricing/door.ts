/** What later rooms, and the demo data, may use of the prices. */
export { invalidatePrice } from './invalidate-price.ts';
export { agreedPrice } from './queries.ts';
export { type NewPrice, setPrice } from './set-price.ts';
export { cannotBeSupplied } from './site-supply.ts';
