/** What later rooms may use of the lots. */
export { type KnownLot, knowLots } from './know-lots.ts';
export { expiringLots, lotsOfRequest } from './queries.ts';
