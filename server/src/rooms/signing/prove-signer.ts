import { createHash, randomBytes } from 'node:crypto';
import { proofMinutes, signingReasons } from '@portal/contract/signing/rules.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import { LockBegan } from '#platform/security/identity-provider.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { makeProveAgain } from '#rooms/identity/door.ts';
import type { OpenCall } from '#platform/http/calls.ts';
import type { stepUp } from '@portal/contract/signing/endpoints.ts';
import { noPlaceOfYours } from './places-to-sign.ts';
import { turnOf } from './queries.ts';

export const hashOf = (proof: string): Buffer => createHash('sha256').update(proof).digest();

type Given = OpenCall<typeof stepUp>;

/**
 * Gives the current signer a proof for one signature field of one document, against e-mail and password (P11-01, P11-02).
 * `openFieldsOf` reads where they may sign, and refuses where that is nowhere.
 */
export function makeProveSigner(
  house: House,
  openFieldsOf: (asked: { viewer: Viewer; brand: Brand; srUuid: string }) => Promise<readonly string[]>,
) {
  const { database, clock, alarms } = house;
  const proveAgain = makeProveAgain(house);

  return async ({ body, brand, host, address, requestId }: Omit<Given, 'viewer'>, viewer: Viewer) => {
    const { email, password, srUuid, fieldName, reason } = body;
    const own = brand.for(viewer.companyId);
    const turn = await database.readInCompany(viewer.companyId, (tx) =>
      turnOf(tx, viewer, srUuid, { now: clock.now() }),
    );
    if (typeof turn === 'string') throw fail(turn);
    if (reason !== signingReasons[turn.kind]) throw failFields({ reason: `must be "${signingReasons[turn.kind]}"` });
    const fields = await openFieldsOf({ viewer, brand: own, srUuid });
    if (!fields.includes(fieldName)) throw failFields({ fieldName: noPlaceOfYours });

    const proof = randomBytes(32).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + proofMinutes * 60_000);
    const keep = (tx: Tx) =>
      tx
        .insertInto('signing_proof')
        .values({
          proof_hash: hashOf(proof),
          company_id: viewer.companyId,
          provider_id: viewer.providerId,
          session_id: viewer.sessionId,
          signing_request_id: turn.requestId,
          field_name: fieldName,
          reason,
          made_at: clock.now(),
          expires_at: expiresAt,
        })
        .execute();
    const given = { viewer, email, password, from: { brand, host, address, requestId } };
    await proveAgain(given, keep).catch((error: unknown) => {
      if (error instanceof LockBegan) alarms.tell({ what: 'guesses at signing', brand: own, viewer });
      throw asOfSigning(error, email === viewer.email.toLowerCase() ? 'signing.wrong_credentials' : 'signing.not_own');
    });
    return { proof, expiresAt };
  };
}

/** SGN-12, SGN-13, OPS-59: whatever is wrong with the credentials, one sentence; whoever is locked out is told by the status, and by `Retry-After` for how long. */
function asOfSigning(error: unknown, wrong: 'signing.wrong_credentials' | 'signing.not_own'): unknown {
  // Neither tells of the credentials.
  if (!(error instanceof Failed) || error.code === 'UNAVAILABLE' || error.code === 'accounts.held') return error;
  if (error.code !== 'LOCKED') return fail(wrong);
  return new Failed('signing.locked', { retryAfter: error.retryAfter });
}
