/** What later rooms may use of the addresses. */
export { acceptedAddress } from './accept-address.ts';
export { addressOf, storeAddress } from './store-address.ts';
