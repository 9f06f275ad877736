/** What later rooms may use of the partners. */
export { addPartner } from './add-partner.ts';
export { connectPartner } from './connect-partner.ts';
export { partnerInSight } from './queries.ts';
export { endSuppliesBy, supplyProduct } from './supply-product.ts';
