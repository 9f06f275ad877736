import type { Moment } from '#platform/act/act.ts';
import { dropRecoveryCodes } from './factors/recovery-codes.ts';
import { endResetCodes } from './passwords/reset-codes.ts';
import { endChallenges } from './proofs/challenges.ts';

/**
 * What was given out for an account opens nothing any more, nor anything of whoever has its e-mail next. In the order of every
 * change of a password, so that neither waits for the other for ever.
 */
export async function forgetAccount(moment: Moment, email: string): Promise<void> {
  await endResetCodes(moment, email);
  await endChallenges(moment, email);
  await dropRecoveryCodes(moment.tx, email);
}
