/** What later rooms may use of the companies. */
export { addBrand } from './add-brand.ts';
export { addCompany } from './add-company.ts';
export { addCompanyEmail, addCompanyPhone } from './add-company-contact.ts';
export { brandToWriteIn } from './brand-to-write-in.ts';
export { brandOn, brandToGive, companiesThatHad, giveHost, type LeftLinks, takeHost } from './give-host.ts';
export { giveHosts } from './hosts-of-brands.ts';
export { hangsInNoGroup, hangsOnNothing, isKeptAsTerms } from './kept-as-terms.ts';
export { refuseDeadAddresses, variablesThatLeadTo } from './named-addresses.ts';
export { announceUsualBrand, portalUrlOf } from './portal-url.ts';
export { renameCompany } from './rename-company.ts';
export { requireMfa } from './require-mfa.ts';
export { setIdleWarning } from './set-idle-warning.ts';
export { setModules } from './set-modules.ts';
