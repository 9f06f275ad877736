import { Failed } from '#platform/core/fail.ts';
import { LockBegan } from '#platform/security/identity-provider.ts';

/**
 * Whether a code was looked at and is wrong, or is none of those that could be looked at. With any other failure its try does not count
 * (SEC-12).
 */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Failed && (error.code === 'CODE_MISMATCH' || error.code === 'factor.unreadable');

/** The refusal of a code whose try was taken: the tenth in a row is the one with which the lock begins. */
export function wrongCode(account: { email: string; codes_locked_until: Date | null }, sentence?: string): Failed {
  const failed = new Failed('CODE_MISMATCH', sentence === undefined ? {} : { sentence });
  return asLock(account, failed);
}

type Account = Parameters<typeof wrongCode>[0];
const asLock = (account: Account, failed: Failed): Failed =>
  account.codes_locked_until ? new LockBegan(failed, { email: account.email, cause: 'code', isLong: true }) : failed;

/** What looking at a code failed with: where that counts as a try and a lock begins with it, the lock is told. */
export const failedFor = (account: Account, error: unknown): unknown =>
  error instanceof Failed && error.code === 'factor.unreadable' ? asLock(account, error) : error;
