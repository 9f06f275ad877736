/** What later rooms may use of the lots. */
export { knowLots } from './know-lots.ts';
export { expiringLots, lotsOfRequest } from './queries.ts';
