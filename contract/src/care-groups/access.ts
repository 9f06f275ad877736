/** Who may change what belongs to trials, and who the groups themselves. */
import { type Access, partnerTypes, type UserType } from '../access.ts';

const outsiders: readonly UserType[] = [...partnerTypes, 'Sponsor'];

/** OPS-15: configurations, cards, products, partners, sponsors. */
export const trialAdministrators = { module: 'TrialCard', adminRights: true, except: outsiders } as const;
/** PSU-03: partners belong to the company, so whoever sees all of it manages them and their users. */
export const companyAdministrators = {
  module: 'TrialCard',
  adminRights: true,
  types: ['Admin'],
} as const satisfies Access;
/** OPS-32: a clinic's groups are edited with ClinicalManagement, those of trials with either module. */
export const groupAdministrators = {
  anyModule: ['TrialCard', 'ClinicalManagement'],
  adminRights: true,
  except: outsiders,
} as const;
export const clinicalAdministrators = { module: 'ClinicalManagement', adminRights: true, except: outsiders } as const;
