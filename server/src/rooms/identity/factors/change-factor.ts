/** What a person signed in does about their second factor: each act wants the password and a current code, or a recovery code (SEC-13). */
import { actOf } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { SecondFactor } from '#platform/security/identity-provider.ts';
import type { Proof, SpentProof } from '#platform/security/proof.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { factorChanged, recoveryCodesRenewed } from '../letters.ts';
import { needsFactor, type Person, personWhoMayEnter } from '../people.ts';
import { withdrawRecovery } from '../recovery/recoveries.ts';
import { byRecoveryCode, dropRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts';
import { endSessions, type OpenedSession, replaceSecrets } from '../sessions/sessions.ts';
import type { From, Parts } from '../signing-in/sign-in.ts';
import { tellingOfLocks } from '../signing-in/tell-of-lock.ts';

/** What a person proves it with that it is them. */
export interface Given {
  password: string;
  /** Six digits, or a recovery code. */
  code: string;
}

/** By what the person proves that it is them. */
const factorOf = ({ code }: Pick<Given, 'code'>) => (code.includes('-') ? 'recovery_code' : 'code');

function prove(parts: Parts, from: From, viewer: Viewer, { password, code }: Given): Promise<Proof> {
  const isKept = factorOf({ code }) === 'recovery_code';
  const answer = isKept ? byRecoveryCode(parts.clock, parts.box, from, code) : code;
  const event = isKept ? 'mfa.recovery_code' : 'mfa.answered';
  return parts.security.watch({ event, factor: factorOf({ code }), whose: viewer, from }, () =>
    tellingOfLocks(parts, from, () => parts.identity.proveFactor({ email: viewer.email, password, code: answer })),
  );
}

/** The challenge with which a new app is set up; until that is verified the old factor counts. */
export async function replaceFactor(parts: Parts, from: From, viewer: Viewer, given: Given): Promise<string> {
  const { identity, database } = parts;
  const proof = await prove(parts, from, viewer, given);
  return database.asSystem(async (tx) => identity.holdForReplacement(await identity.spend(tx, proof), from.host));
}

/** Takes the factor off, where none is required. Every other session ends, and this one goes on under new secrets (SEC-02, SEC-05). */
export async function removeFactor(
  parts: Parts,
  from: From,
  viewer: Viewer,
  given: Given,
): Promise<{ session: OpenedSession; cookie: string }> {
  const { identity, database, clock, sessionEnds, security } = parts;
  const { email, providerId, sessionId } = viewer;
  // Also before, so that nobody spends a code on what is refused.
  const removal = { event: 'mfa.removed', factor: factorOf(given), whose: viewer, from } as const;
  await database
    .asSystem((tx) => personWhoMayDoWithout(tx, email))
    .catch((error: unknown) => {
      security.failed(removal, error);
      throw error;
    });
  const proof = await prove(parts, from, viewer, given);
  const takeOff = async (by: SpentProof, before: SecondFactor) => {
    const act = actOf(by.tx, clock, viewer);
    const person = await personWhoMayDoWithout(act.tx, email);
    // Ended in the meantime: then nobody is here to do this.
    const renewed = await replaceSecrets(by, clock, viewer);
    if (!renewed) throw fail('unauthenticated');
    await dropRecoveryCodes(act.tx, email);
    await withdrawRecovery(act, providerId, 'factor');
    await act.record({
      action: 'account.mfa_removed',
      record: { kind: 'account', id: providerId },
      changes: [{ field: 'mfa', old: before, new: 'none' }],
    });
    await act.sendMail(factorChanged(from.brand.for(person.companyId), person, 'removed', act.now()));
    return { ended: await endSessions(act, { providerId, except: sessionId }, 'mfa changed'), ...renewed };
  };
  const { ended, ...opened } = await security.watch(removal, () => identity.removeFactor(proof, takeOff));
  sessionEnds.tell(ended);
  return opened;
}

async function personWhoMayDoWithout(tx: Tx, email: string): Promise<Person> {
  const person = await personWhoMayEnter(tx, email);
  if (needsFactor(person)) throw fail('factor.required');
  return person;
}

export async function renewRecoveryCodes(parts: Parts, from: From, viewer: Viewer, given: Given): Promise<string[]> {
  const { identity, database, clock, box, security } = parts;
  const proof = await prove(parts, from, viewer, given);
  const makeAnew = async (tx: Tx) => {
    await identity.spend(tx, proof);
    const act = actOf(tx, clock, viewer);
    const person = await personWhoMayEnter(tx, viewer.email);
    const codes = await newRecoveryCodes(act, box, viewer.email);
    await act.record({
      action: 'account.recovery_codes_renewed',
      record: { kind: 'account', id: viewer.providerId },
      changes: [{ field: 'recoveryCodes', new: codes.length }],
    });
    await act.sendMail(recoveryCodesRenewed(from.brand.for(person.companyId), person, act.now()));
    return codes;
  };
  const renewal = { event: 'mfa.recovery_codes_renewed', factor: factorOf(given), whose: viewer, from } as const;
  return security.watch(renewal, () => database.asSystem(makeAnew));
}

/** A code for the proof, where the factor is texted codes. */
export function textProofCode(parts: Parts, from: From, viewer: Viewer, password: string): Promise<void> {
  const asked = { email: viewer.email, password, host: from.host, portalName: from.brand.for(viewer.companyId).name };
  return parts.security.watch({ event: 'mfa.asked', factor: 'sms', whose: viewer, from }, () =>
    tellingOfLocks(parts, from, () => parts.identity.textProofCode(asked)),
  );
}
