/** The port to whatever proves who someone is: our own small core now, a hosted pool later. Sessions are ours in both cases. */
import type { Tx } from './db.ts';

export type SecondFactor = 'none' | 'totp' | 'sms';

/** Who sets up a second factor: someone held half-way by a challenge on a host, or someone signed in. */
export type Holder = { challenge: string; host: string } | { email: string };

/** Refusals are failures of the identity table (`BAD_CREDENTIALS`, `LOCKED`, `CODE_MISMATCH`, …), whatever stands behind. */
export interface IdentityProvider {
  /** Proves the password and tells which second factor still has to be asked for (SIG-11, IDP-01). */
  verifyPassword: (email: string, password: string) => Promise<SecondFactor>;
  /** Holds someone whose password was right until their code is (MFA-01); a texted factor is sent its code. */
  askForCode: (asked: { email: string; host: string; factor: 'totp' | 'sms'; portalName: string }) => Promise<string>;
  /** Proves the code of a challenge, which then is used up, and tells whose it was (IDP-03). */
  confirmCode: (given: { challenge: string; host: string; code: string }) => Promise<string>;
  /** Holds someone who has to set up a second factor first (MFA-09). */
  holdForSetUp: (email: string, host: string) => Promise<string>;
  /** A new secret for an authenticator app, told this once (IDP-04, SEC-13). */
  startSetUp: (holder: Holder) => Promise<{ email: string; secret: string }>;
  /** Makes the app the second factor once its code is right (IDP-05, IDP-06), together with what `alongside` does. */
  verifySetUp: <T>(holder: Holder, code: string, alongside: (tx: Tx, email: string) => Promise<T>) => Promise<T>;
  factorOf: (email: string) => Promise<SecondFactor>;
}
