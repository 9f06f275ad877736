/** What later rooms may use of the partners. */
export { addPartner } from './add-partner.ts';
export { connectPartners } from './connect-partners.ts';
export { pendingInvitations } from './manage-queries.ts';
export { isAgreed, partnerInSight, toldApart } from './queries.ts';
export { endSuppliesBy, supplyProduct } from './supply-product.ts';
