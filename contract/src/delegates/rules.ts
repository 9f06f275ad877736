/** What both sides ask of physician delegates and of the NPIs they act for. */
import type { Access } from '../access.ts';
import { partnerTypes } from '../access.ts';

/** PHY-16: the screens look for it. */
export const linkSent = 'Link Sent';

/** OPS-15, ROL-08: delegates are in no care group, so they are the company's. */
export const delegateAdministrators = {
  module: 'MD_Direct_Invite',
  adminRights: true,
  reach: 'company',
  except: [...partnerTypes, 'Sponsor'],
} as const satisfies Access;

/** PHY-06. */
export const delegateStatus = { pending: 0, active: 1, deactivated: 2 } as const;
export type DelegateStatus = (typeof delegateStatus)[keyof typeof delegateStatus];
export const delegateStatusWords: Readonly<Record<DelegateStatus, string>> = {
  0: 'Pending',
  1: 'Active',
  2: 'Deactivated',
};

/** PHY-07: what may be done with a delegate. */
export const mayEditAccess = (status: DelegateStatus): boolean => status !== delegateStatus.deactivated;
export const mayReinvite = (status: DelegateStatus): boolean => status === delegateStatus.pending;

/** PHY-10, CON-06. */
export const isNpi = (value: string): boolean => /^[12]\d{9}$/.test(value);
export const npiMessage = 'NPI must start with 1 or 2 and be 10 digits long';
/** PHY-12, ERR-11. */
export const npiTakenMessage = 'NPI is already in the table';
/** PHY-09: an invite needs an NPI, so a delegate keeps one. */
export const lastNpiMessage =
  'A delegate acts for at least one physician. Please add another NPI before you remove this one.';
/** PHY-09. */
export const emailMessage = 'Invalid email format';
/** CON-04, PHY-18. */
export const delegateErrorMs = 4_000;
