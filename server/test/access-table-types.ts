/** The kinds of people that the lines of the access table speak of (SCP-05, SCP-06, ROL-01). */
import type { UserType } from '@portal/contract/access.ts';
import type { Administrator, Right } from './access-table.ts';

const partners = ['Pharmacy User', 'Wholesaler User'] as const satisfies readonly UserType[];
const clinicians = ['Pharmacist', 'Technician', 'Doctor', 'Nurse'] as const satisfies readonly UserType[];
/** ROL-24 names the first two; the menu shows the work of a site to all of them (NAV-16, NAV-17). */
export const siteSide = ['Admin', 'Site User', 'Other', ...clinicians] as const satisfies readonly UserType[];

/** Who may come in at all (PRM-05). */
export const everyType: readonly UserType[] = [...siteSide, 'Sponsor', ...partners];
/** SIG-15, PRM-05. */
export const refused: readonly UserType[] = ['System', 'physician'];

export const everybody: Right = { types: everyType };
export const everybodyOfTrials: Right = { types: everyType, module: 'TrialCard' };
/** RTE-12 to RTE-17: the pages of a trial are closed to partners. */
export const trialPages: Right = { types: [...siteSide, 'Sponsor'], module: 'TrialCard' };
/** ROL-22: a Sponsor does not load products. */
export const trialProducts: Right = { types: siteSide, module: 'TrialCard' };
/** ROL-24, ROL-39: what a site does with its participants and shipments. */
export const site: Right = { types: siteSide, module: 'TrialCard' };
/** OPS-15, OPS-66: the one shipment call of a Sponsor. */
export const siteInvoice: Right = { types: [...siteSide, 'Sponsor'], module: 'TrialCard' };
export const pharmacy: Right = { types: ['Pharmacy User'], module: 'TrialCard' };
export const wholesaler: Right = { types: ['Wholesaler User'], module: 'TrialCard' };
/** SEC-23, OPS-15: what is a site's is also its trial's, and not the other way round. */
export const siteAndTrial: readonly Administrator[] = ['ofSite', 'ofTrial'];
export const trialAlone: readonly Administrator[] = ['ofTrial'];

/** OPN-75, SEC-13. */
export const administrators: Right = { types: everyType, adminRights: true, reach: 'groups' };
/** P11-14, P11-16, PRV-04: the trail names participants, of whom sponsors and partners learn nothing. */
export const reviewers: Right = { types: siteSide, adminRights: true, reach: 'groups' };
/** OPN-75, NAV-27: brands are the company's. */
export const brandAdministrators: Right = {
  types: everyType,
  adminRights: true,
  reach: 'company',
  module: 'BrandManagement',
};

/** OPS-15: who changes trials, their sites and what belongs to them. */
export const trialAdministrators: Right = { ...trialProducts, adminRights: true, reach: 'groups' };
/** PSU-03, OPS-03: who sees the whole company manages its partners and sponsors. */
export const companyAdministrators: Right = { ...trialAdministrators, reach: 'company' };
/** OPS-32. */
export const clinicalAdministrators: Right = { ...trialAdministrators, module: 'ClinicalManagement' };
export const groupAdministrators: Right = {
  types: trialProducts.types,
  adminRights: true,
  reach: 'groups',
  anyModule: ['TrialCard', 'ClinicalManagement'],
};

/** OPC-08, PRV-04: whoever looks after patients; partners and sponsors get no data of them. */
export const ofPatients: Right = { types: siteSide };
/** RTE-06 to RTE-08: what the dashboard, the answering of assessments and their exports alone ask for. */
export const answersAssessments: Right = { ...ofPatients, module: 'Assessments' };
/** PST-06, OPC-60. */
export const withRootAccess: Right = { types: siteSide, reach: 'company' };
/** CLN-14, CLN-21, SEC-24. */
export const recoverers: Right = { types: siteSide, module: 'MFA', adminRights: true, reach: 'groups' };
