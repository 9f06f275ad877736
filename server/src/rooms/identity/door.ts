/** What other rooms, demo data and commands may use of identity. */
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import { findAccount, normalised, setTotp as setEncryptedTotp } from './embedded/accounts.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { endSessions } from './sessions/sessions.ts';
import { currentCode } from './factors/totp.ts';

export { endChallenges } from './proofs/challenges.ts';
export { needsFactor } from './people.ts';
export { listSessions } from './sessions/list-sessions.ts';
export { withdrawRecovery } from './recovery/recoveries.ts';
export { createAccount, type NewAccount, setPreferredFactor, storeAccount } from './embedded/accounts.ts';
export { identityOf } from './identity-of.ts';
export { modulesOf } from './modules.ts';
export { isNoticeOn, wantsNotice, withdrawMailsOf } from './notices.ts';
export { ownTrainingCopies, type Trained, trainedAt, trainingFormsOf, trainingOf } from './training-of.ts';
export { reaches } from './people.ts';
export { signInsKeptFrom } from './clear-away.ts';
export { colleagues, isShared, peopleWithin, sponsorOfGroup } from './people-in-groups.ts';
export { brandsOfCompany, passwordProblem, passwordRefused } from './passwords/new-password.ts';
export { makeProveAgain } from './proofs/prove-again.ts';
export { countWaitingRecoveries } from './recovery/recoveries.ts';
export { recoverAdministrator } from './recovery/recover-administrator.ts';
export {
  administratorsToTell,
  tellAdministrators,
  withdrawMailsToAdministrators,
  writeTo,
} from './tell-administrators.ts';
export { encryptedFactors } from './factors/encrypted-factors.ts';
export { tryPool } from './hosted/try-pool.ts';
export { type AccountState, setAccountState } from './set-account-state.ts';
export { hashPassword, nobodysHash } from './passwords/hash-password.ts';
export { currentCode, newTotpSecret } from './factors/totp.ts';

/** Makes an authenticator app with this secret the second factor of an account, for demo data and tests. */
export const setTotp = (tx: Tx, secrets: Secrets, email: string, secretBase32: string): Promise<void> =>
  setEncryptedTotp(tx, makeSecretBox(secrets), email, secretBase32);

/** The six digits that the app of an account shows now, also of one that is being set up; null when it has none. */
export async function codeOf({ tx, now }: Moment, secrets: Secrets, email: string): Promise<string | null> {
  const account = await findAccount(tx, normalised(email));
  const encrypted = account?.totp_secret ?? account?.pending_totp_secret;
  return encrypted ? currentCode(makeSecretBox(secrets).open(encrypted), now()) : null;
}

/** Ends every session of a person (SEC-05). Their numbers go to `sessionEnds.tell` once the transaction is committed. */
export const endSessionsOf = (moment: Moment, providerId: number, reason: string): Promise<number[]> =>
  endSessions(moment, { providerId }, reason);
