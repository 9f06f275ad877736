import { CallFailure } from '#api/failure.ts';

const told = (failure: unknown, codes: readonly string[]): string | undefined =>
  failure instanceof CallFailure && codes.includes(failure.code) ? failure.message : undefined;

const ofSignIn = [
  'BAD_CREDENTIALS',
  'NOT_CONFIRMED',
  'RESET_REQUIRED',
  'LOCKED',
  'FORBIDDEN_TYPE',
  'LIMIT',
  'too_many',
];
const ofCode = ['CODE_MISMATCH', 'CHALLENGE_EXPIRED', 'factor.unreadable', 'FORBIDDEN_TYPE', 'LIMIT', 'too_many'];

/** SER-01 to SER-06. */
export const signInSentence = (failure: unknown): string => told(failure, ofSignIn) ?? 'Unable to sign in';

/** SER-08, SER-09, SER-05. */
export const codeSentence = (failure: unknown): string => told(failure, ofCode) ?? 'Unable to sign in';

/** SER-10, SER-11. */
export const setupSentence = (failure: unknown): string =>
  told(failure, ['MFA_NOT_FOUND', 'CHALLENGE_EXPIRED']) ?? 'Unable to setup MFA. Please try again later.';

/** SER-12: every code that is not accepted. */
export const verifySentence = (failure: unknown): string =>
  failure instanceof CallFailure && ['CODE_MISMATCH', 'invalid'].includes(failure.code)
    ? 'Please enter the correct code'
    : setupSentence(failure);

export const codeOf = (failure: unknown): string => (failure instanceof CallFailure ? failure.code : '');
