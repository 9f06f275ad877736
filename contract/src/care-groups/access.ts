/** Who may change what belongs to trials, and who the groups themselves. */
import { partnerTypes, type UserType } from '../access.ts';

const outsiders: readonly UserType[] = [...partnerTypes, 'Sponsor'];

/** OPS-15: configurations, cards, products, prices, and what partners do for sites. */
export const trialAdministrators = {
  module: 'TrialCard',
  adminRights: true,
  reach: 'groups',
  except: outsiders,
} as const;
/** PSU-03, OPS-15: partners, their users and sponsors belong to the company, so whoever sees all of it manages them. */
export const companyAdministrators = { ...trialAdministrators, reach: 'company' } as const;
/** OPS-32: a clinic's groups are edited with ClinicalManagement, those of trials with either module. */
export const groupAdministrators = {
  anyModule: ['TrialCard', 'ClinicalManagement'],
  adminRights: true,
  reach: 'groups',
  except: outsiders,
} as const;
export const clinicalAdministrators = {
  module: 'ClinicalManagement',
  adminRights: true,
  reach: 'groups',
  except: outsiders,
} as const;
