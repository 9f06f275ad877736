import type { BrandOfHost } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { identityOf } from '../identity-of.ts';
import { tellingOfLocks } from '../signing-in/tell-of-lock.ts';
import { tryPassword } from './try-password.ts';

/** Where the password was given. */
export interface GivenFrom {
  brand: BrandOfHost;
  host: string;
  address: string;
  requestId: string;
}

/**
 * Has somebody who is signed in give their password once more, and does `alongside` while that holds (P11-01, P11-02). It opens no
 * session and leaves the present one as it is; wrong passwords count as at sign-in (SEC-09). A right password that would lead to a
 * second factor is enough (OPS-59). Somebody else's e-mail is a wrong password of whoever is signed in, whatever comes with it.
 */
export function makeProveAgain(house: House) {
  const { database, security } = house;
  const identity = identityOf(house);
  return async <T>(
    given: { viewer: Viewer; email: string; password: string; from: GivenFrom },
    alongside: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    const { viewer, email, password, from } = given;
    const check = () =>
      email === viewer.email.toLowerCase()
        ? identity.verifyPassword(viewer.email, password)
        : tryPassword<null, never>(house, viewer.email, noAccount, noAccount);
    const { proof } = await security.watch(
      { event: 'password.given_again', factor: 'password', whose: viewer, from },
      () => tellingOfLocks(house, from, check),
    );
    return database.asSystem(async (tx) => {
      await identity.spend(tx, proof);
      return alongside(tx);
    });
  };
}

const noAccount = async () => null;
