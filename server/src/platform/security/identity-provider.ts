/** The port to whatever proves who someone is: our own small core, or a hosted user pool. Sessions are ours in both cases. */
import type { BrandOfHost } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed } from '#platform/core/fail.ts';
import type { Proof, SpentProof } from './proof.ts';

export type SecondFactor = 'none' | 'totp' | 'sms';

/** A right password, and the factor that still has to be asked for. What else a provider knows of it stays with the provider. */
export interface Proven {
  proof: Proof;
  factor: SecondFactor;
}

/** Who sets up a second factor: someone held half-way by a challenge on a host, or someone signed in, by the proof of their password. */
export type Holder = { challenge: string; host: string } | { proof: Proof };

/**
 * What stands in for the code of a factor, such as a recovery code: proven by us in the provider's transaction, counted by
 * the provider as any code is (SEC-12). False is a wrong one.
 */
export type OtherProof = (tx: Tx, email: string) => Promise<boolean>;

/** A refusal with which a lock begins; of one of 15 minutes the company's administrators are told (P11-18). The person reads no more than the failure. */
export class LockBegan extends Failed {
  readonly lock: { email: string; cause: 'password' | 'code'; isLong: boolean };
  constructor(failed: Failed, lock: LockBegan['lock']) {
    super(failed.code, failed.sentence === undefined ? {} : { sentence: failed.sentence });
    this.lock = lock;
  }
}

/** Refusals are failures of the identity table (`BAD_CREDENTIALS`, `LOCKED`, `CODE_MISMATCH`, …), whatever stands behind. */
export interface IdentityProvider {
  /** Proves the password and tells which second factor still has to be asked for (SIG-11, IDP-01). */
  verifyPassword: (email: string, password: string) => Promise<Proven>;
  /** Compares a proof with its credential, which is locked until the transaction ends; one of an older credential is refused (SEC-02). */
  spend: (tx: Tx, proof: Proof) => Promise<SpentProof>;
  /** Holds someone whose password was right until their code is (MFA-01); a texted factor is sent its code. */
  askForCode: (proven: Proven, where: { host: string; brand: BrandOfHost }) => Promise<string>;
  /** Proves the code of a challenge, which then is used up (IDP-03). */
  confirmCode: (given: { challenge: string; host: string; code: string | OtherProof }) => Promise<Proof>;
  /** What a challenge of that kind rests on, without trying a code. */
  whoIsHeld: (given: { challenge: string; host: string }) => Promise<Proof>;
  /** Holds someone who has to set up a second factor first (MFA-09). */
  holdForSetUp: (by: SpentProof, host: string) => Promise<string>;
  /** A new secret for an authenticator app, told this once (IDP-04, SEC-13). */
  startSetUp: (holder: Holder) => Promise<{ email: string; secret: string }>;
  /** Makes the app the second factor once its code is right (IDP-05, IDP-06), together with what `alongside` does; it is told the factor `before`. */
  verifySetUp: <T>(
    holder: Holder,
    code: string,
    alongside: (by: SpentProof, before: SecondFactor) => Promise<T>,
  ) => Promise<T>;
  factorOf: (email: string) => Promise<SecondFactor>;

  /** Makes an account whose e-mail is confirmed (IDP-07), together with what `alongside` does: both or neither (SEC-16). */
  signUp: <T>(account: NewSignUp, alongside: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Sends a code for a new password (IDP-08); to unknown e-mails nothing, by the same way (SEC-07). */
  sendResetCode: (asked: { email: string; brand: BrandOfHost }) => Promise<void>;
  /** Sets a new password by such a code (IDP-09), together with what `alongside` does. */
  resetPassword: <T>(
    given: { email: string; code: string; password: string },
    alongside: (tx: Tx) => Promise<T>,
  ) => Promise<T>;
  /** Sets a new password by the old one, together with what `alongside` does. */
  changePassword: <T>(
    given: { email: string; password: string; newPassword: string },
    alongside: (by: SpentProof) => Promise<T>,
  ) => Promise<T>;

  /** Proves password and current code of someone signed in; every wrong one counts as at sign-in (SEC-09, SEC-12, SEC-13). */
  proveFactor: (given: { email: string; password: string; code: string | OtherProof }) => Promise<Proof>;
  /** Texts the code that `proveFactor` asks for to someone signed in whose factor is texted codes. */
  textProofCode: (asked: { email: string; password: string; host: string; portalName: string }) => Promise<void>;
  /** Holds someone who has proven their factor until the new one is set up in its place (SEC-13). */
  holdForReplacement: (by: SpentProof, host: string) => Promise<string>;
  /** Takes the second factor off by its owner's proof, together with what `alongside` does (SEC-13); it is told the factor `before`. */
  removeFactor: <T>(proof: Proof, alongside: (by: SpentProof, before: SecondFactor) => Promise<T>) => Promise<T>;
  /** The same by somebody else's decision about a lost factor. */
  takeFactorOff: <T>(email: string, alongside: (tx: Tx, before: SecondFactor) => Promise<T>) => Promise<T>;
  /** Takes an account away for good, with all that was given out for it, together with what `alongside` does: its e-mail is free. */
  removeAccount: <T>(email: string, alongside: (tx: Tx) => Promise<T>) => Promise<T>;
}

export interface NewSignUp {
  email: string;
  password: string;
  /** E.164. */
  phone: string;
  firstName: string;
  lastName: string;
}
