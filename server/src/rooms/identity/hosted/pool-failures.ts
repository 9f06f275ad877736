/** What the pool refuses with, as failures of the identity table; whatever is not named here is for the operator's eyes alone. */
import type { FailureCode } from '@portal/contract/errors.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Log } from '#platform/core/log.ts';
import { passwordRefused } from '../passwords/new-password.ts';

const codes: Readonly<Record<string, FailureCode>> = {
  UserNotConfirmedException: 'NOT_CONFIRMED',
  PasswordResetRequiredException: 'RESET_REQUIRED',
  CodeMismatchException: 'CODE_MISMATCH',
  EnableSoftwareTokenMFAException: 'CODE_MISMATCH',
  ExpiredCodeException: 'CHALLENGE_EXPIRED',
  SoftwareTokenMFANotFoundException: 'MFA_NOT_FOUND',
  MFAMethodNotFoundException: 'MFA_NOT_FOUND',
  UsernameExistsException: 'USER_EXISTS',
  AliasExistsException: 'USER_EXISTS',
};
const tooMany = ['LimitExceededException', 'TooManyRequestsException', 'TooManyFailedAttemptsException'];
/** Its own rule may be stricter than ours, and only it can say how. */
const badPassword = ['InvalidPasswordException', 'PasswordHistoryPolicyViolationException'];

/** What "not authorized" means beyond what it usually means in a call is told by its sentence alone. */
const sentences: readonly [start: string, code: FailureCode][] = [
  ['Password attempts exceeded', 'LOCKED'],
  // Said after the right password only, as of somebody who was deactivated here.
  ['User is disabled', 'FORBIDDEN_TYPE'],
  ['Temporary password has expired', 'RESET_REQUIRED'],
  // A wrong setting of ours must not look like a wrong password.
  ['Unable to verify secret hash', 'UNAVAILABLE'],
  // "Client … is configured with secret but SECRET_HASH was not received".
  ['Client ', 'UNAVAILABLE'],
];

export const unavailable = (sentence = 'The service is not available at the moment. Please try again.'): Failed =>
  new Failed('UNAVAILABLE', { sentence, retryAfter: 2 });

export const nameOf = (error: unknown): string => (error as { name?: string }).name ?? 'unknown';
/** For a call that has an answer of its own to an error of the pool. */
export const instead =
  <T>(name: string, answer: T) =>
  (error: unknown): T => {
    if (nameOf(error) === name) return answer;
    throw error;
  };

/** The failure that an error of a call is. Of what is unexpected only its kind is logged: the rest may repeat what was typed (PRV-05). */
export function failureOf(error: unknown, call: { name: string; notAuthorized: FailureCode; log: Log }): Failed {
  if (error instanceof Failed) return error;
  const name = nameOf(error);
  const { message = '' } = error as { message?: string };
  if (tooMany.includes(name)) return new Failed('LIMIT', { retryAfter: 5 });
  if (badPassword.includes(name)) return passwordRefused(message, 'password');
  const code =
    name === 'NotAuthorizedException'
      ? (sentences.find(([start]) => message.startsWith(start))?.[1] ?? call.notAuthorized)
      : (codes[name] ?? 'UNAVAILABLE');
  // As our own lock does: that it is the pool's must not show (SEC-07). It does not say for how long.
  if (code === 'LOCKED') return new Failed(code, { retryAfter: 1 });
  if (code !== 'UNAVAILABLE') return fail(code);
  call.log.warn('user pool', { call: call.name, error: name });
  return unavailable();
}
