import type { Moment } from '#platform/act/act.ts';
import type { OtherProof } from '#platform/security/identity-provider.ts';
import { fail } from '#platform/core/fail.ts';
import { failedFor, wrongCode } from '../proofs/wrong-code.ts';
import { acceptCode } from './accounts.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { matchingStep } from '../factors/totp.ts';

interface Asked {
  account_id: number;
  email: string;
  totp_secret: string | null;
  codes_locked_until: Date | null;
}
/** A texted code: the mark it was kept as, and what the mark was made of. */
export interface Texted {
  kept: Buffer | null;
  textOf: (code: string) => string;
}

/** Whether an answer proves the factor: the app's code, the texted code, or what stands in for it; a right one counts once (SEC-11). */
export async function acceptAnswer(
  moment: Moment,
  box: SecretBox,
  account: Asked,
  answer: string | OtherProof,
  texted: Texted | null,
): Promise<void> {
  let step: number | null = null;
  if (texted && typeof answer === 'string') {
    if (!texted.kept || !box.isMarkOf(texted.kept, texted.textOf(answer))) throw wrongCode(account);
  } else if (typeof answer === 'string') {
    const secret = account.totp_secret === null ? null : box.tryOpen(account.totp_secret);
    // The installation has lost what it was encrypted under: no code would ever be right.
    if (account.totp_secret !== null && secret === null) throw failedFor(account, fail('factor.unreadable'));
    step = secret === null ? null : matchingStep(secret, answer, moment.now());
    if (step === null) throw wrongCode(account);
  }
  if (!(await acceptCode(moment, account.account_id, step))) throw wrongCode(account);
  // After the account is held, as wherever both are changed; a wrong one undoes it.
  if (typeof answer !== 'function') return;
  const isRight = await answer(moment.tx, account.email).catch((error: unknown) => {
    throw failedFor(account, error);
  });
  if (!isRight) throw wrongCode(account);
}
