/** What later rooms may use of the lots. */
export { type KnownLot, knowLots } from './know-lots.ts';
export { expiringLots, lotOnRecord, lotsOfRequest } from './queries.ts';
