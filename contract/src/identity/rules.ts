/** Times, counts and limits of getting in (SEC-03 to SEC-12), and who must use a second factor (MFA-08, MFA-09). */
import type { UserType } from '../access.ts';

export const accessTokenMs = 5 * 60_000;
export const idleMs = 15 * 60_000;
export const sessionMs = 12 * 3_600_000;
/** SES-12: how long before it a person is warned. A company may lengthen it. */
export const idleWarningSeconds = 15;
export const longestIdleWarningSeconds = 300;
export const challengeMs = 10 * 60_000;
export const challengeTries = 5;
export const factorTries = 10;
export const factorLockMs = 15 * 60_000;
/** A lock that ends later than the longest plus this was made by a clock that has been set back since; clocks of servers may differ. */
export const clockSlackMs = 60_000;
export const passwordTries = 5;
export const firstLockMs = 1_000;
export const longestLockMs = 15 * 60_000;

/** SIG-15, PRM-05. */
export const refusedTypes: readonly UserType[] = ['System', 'physician'];
/** MFA-08: these may go in without a second factor; everybody else is sent to its set-up first. */
const mfaOptionalTypes: readonly UserType[] = ['Site User', 'Sponsor', 'Pharmacy User', 'Wholesaler User'];

export const mustSetUpMfa = (type: UserType, companyRequiresMfa: boolean): boolean =>
  companyRequiresMfa || !mfaOptionalTypes.includes(type);

/** How long the e-mail stays locked after this many wrong passwords in a row; 0 is not locked (SEC-09). */
export const lockMs = (wrongInARow: number): number =>
  wrongInARow < passwordTries ? 0 : Math.min(firstLockMs * 2 ** (wrongInARow - passwordTries), longestLockMs);

/** SER-12: a wrong code says another sentence while the app is being set up. */
export const wrongSetUpCode = 'Please enter the correct code';

/** FGP-09: no code of this address counts any more; of one that does, a wrong one says another sentence. */
export const noCodeCounts = 'Invalid verification code provided, please request a code again.';

/** SEC-15. */
export const resetCodeMs = 10 * 60_000;
export const resetCodeTries = 5;
export const resetsPerEmail = 3;
export const resetWindowMs = 15 * 60_000;
/** SEC-16. */
export const invitationMs = 14 * 24 * 3_600_000;
/** SEC-36: so many of a company's mails to one e-mail. */
export const invitationsPerEmail = 5;
export const invitationWindowMs = 15 * 60_000;
export const recoveryCodes = 10;
/** Texts that prove a factor in a session: at most so many for an account in this time. */
export const proofTexts = 3;
export const proofTextsMs = 15 * 60_000;
/** P11-18: administrators hear of locks of an account at most once in this time, for each cause. */
export const lockNoticeMs = 3_600_000;
