/**
 * Proofs of who somebody is (SEC-02, SEC-05, SEC-08). A proof is made in one transaction and used in a later one, and in between
 * its credential may be changed. So it carries the version of the credential, and opens nothing before it is spent: compared
 * with the version as it is now, in the very transaction that opens something, with the credential locked until its end.
 */
import type { FailureCode } from '@portal/contract/errors.ts';
import type { Tx } from '#platform/database/db.ts';
import { type Failed, fail } from '#platform/core/fail.ts';

/** With which a proof is refused whose credential was changed: as the same try would be a moment later. */
type Late = Extract<FailureCode, 'BAD_CREDENTIALS' | 'CHALLENGE_EXPIRED'> | (() => Failed);

class MadeProof {
  readonly email: string;
  readonly version: number;
  /** Private, so that the type cannot be had by writing an object like it. */
  readonly #late: Late;
  constructor(email: string, version: number, late: Late) {
    this.email = email;
    this.version = version;
    this.#late = late;
  }
  refuseUnless(version: number | undefined): void {
    if (version === this.version) return;
    throw typeof this.#late === 'string' ? fail(this.#late) : this.#late();
  }
}

class ComparedProof {
  /** The transaction in which the proof holds; what is opened by it is written here. */
  readonly tx: Tx;
  readonly #proof: MadeProof;
  constructor(tx: Tx, proof: MadeProof) {
    this.tx = tx;
    this.#proof = proof;
  }
  get email(): string {
    return this.#proof.email;
  }
  get version(): number {
    return this.#proof.version;
  }
}

/** That somebody has proven who they are, by a credential as it was then. It opens nothing by itself. */
export type Proof = MadeProof;
/** A proof that holds until the transaction ends. Sessions, challenges and tokens are opened with it alone. */
export type SpentProof = ComparedProof;
export type Proofs = ReturnType<typeof proofsBy>;

/** For identity providers alone. `hold` locks the credential of an e-mail until the transaction ends, and gives its version. */
export const proofsBy = (hold: (tx: Tx, email: string) => Promise<number | undefined>) => ({
  make: (of: { email: string; version: number }, late: Late): Proof => new MadeProof(of.email, of.version, late),
  spend: async (tx: Tx, proof: Proof): Promise<SpentProof> => {
    proof.refuseUnless(await hold(tx, proof.email));
    return new ComparedProof(tx, proof);
  },
});
