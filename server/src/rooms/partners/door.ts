/** What later rooms may use of the partners. */
export { addPartner, type NewPartner } from './add-partner.ts';
export { connectPartner } from './connect-partner.ts';
export type { PartnerKind } from './queries.ts';
export { supplyProduct } from './supply-product.ts';
