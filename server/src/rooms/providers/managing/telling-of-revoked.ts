import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { mayAllowAgain, type Reader } from './queries.ts';

/** Where an e-mail could not be invited because it is of somebody whose access was revoked: who may allow it again is told so. */
export const tellingOfRevoked =
  (tx: Tx, viewer: Reader, email: string) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Failed && error.code === 'provider.email_taken' && (await mayAllowAgain(tx, viewer, email)))
      throw new Failed('provider.email_taken', {
        sentence: 'A user with this email already exists. Their access was revoked. Allow it in User Management.',
      });
    throw error;
  };
