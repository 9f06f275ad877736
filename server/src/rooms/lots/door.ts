/** What later rooms may use of the lots. */
export { knowLots } from './know-lots.ts';
export { lotsOfRequest } from './queries.ts';
