/** Getting in, step by step: password, then code or set-up where one is due, then a session (SEC-08). */
import { momentOf } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import type { IdentityProvider, OtherProof } from '#platform/security/identity-provider.ts';
import type { Limit } from '#platform/security/limit.ts';
import type { Proof, SpentProof } from '#platform/security/proof.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import type { Noted } from '#platform/security/security-events.ts';
import type { SessionEnds } from '#platform/security/session-ends.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { letIn } from './let-in.ts';
import type { Entrance } from './entrance.ts';
import { needsFactor, type Person, personWhoMayEnter } from '../people.ts';
import { byRecoveryCode } from '../factors/recovery-codes.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { endSessions } from '../sessions/sessions.ts';
import { tellingOfLocks } from './tell-of-lock.ts';

export interface Parts extends Ground {
  identity: IdentityProvider;
  sessionEnds: SessionEnds;
  security: SecurityLog;
  box: SecretBox;
  /** Wrong passwords and made-up challenges per network address (SEC-10). */
  failures: Limit;
}

/** Where a step came from. `before` is the session that the same browser still held. */
export interface From extends Entrance {
  before: Viewer | null;
}

/** The first step. Whether a second one follows depends on the account, the type and the company (MFA-01, MFA-08, MFA-09). */
export async function signIn(parts: Parts, from: From, given: { email: string; password: string }) {
  const by = { factor: 'password', whose: { email: given.email }, from } as const;
  try {
    const step = await takePassword(parts, from, given);
    if (step.next === 'code') parts.security.note({ ...by, event: 'mfa.asked', outcome: 'done', factor: step.factor });
    if (step.next === 'mfa-setup') parts.security.note({ ...by, event: 'mfa.set_up_asked', outcome: 'done' });
    if (step.next === 'session') parts.security.note({ ...by, event: 'sign_in', outcome: 'done' });
    return step;
  } catch (error) {
    parts.security.failed({ ...by, event: 'sign_in' }, error);
    throw error;
  }
}

async function takePassword(parts: Parts, from: From, given: { email: string; password: string }) {
  const { identity } = parts;
  const { email } = given;
  const proven = await boundingGuesses(parts, from, () =>
    tellingOfLocks(parts, from, () => identity.verifyPassword(email, given.password)),
  );
  if (proven.factor !== 'none') {
    const challenge = await identity.askForCode(proven, { host: from.host, brand: from.brand });
    return { next: 'code' as const, factor: proven.factor, challenge };
  }
  const step = await spending(parts, proven.proof, async (by, person) =>
    needsFactor(person)
      ? { next: 'mfa-setup' as const, challenge: await identity.holdForSetUp(by, from.host) }
      : open(parts, from, by, person),
  );
  return step.next === 'session' ? told(parts, step) : step;
}

/** Takes a step that may be somebody's guess; wrong passwords and made-up challenges are limited for each network address, over all e-mails (SEC-10). */
export async function boundingGuesses<T>(
  { failures }: Pick<Parts, 'failures'>,
  { address }: Pick<From, 'address'>,
  step: () => Promise<T>,
): Promise<T> {
  const refused = await failures.take(address);
  if (refused) throw new Failed('LIMIT', { retryAfter: refused.refusedFor });
  let isGuess = false;
  try {
    return await step();
  } catch (error) {
    isGuess = error instanceof Failed && ['BAD_CREDENTIALS', 'LOCKED', 'CHALLENGE_EXPIRED'].includes(error.code);
    throw error;
  } finally {
    if (!isGuess) await failures.giveBack(address);
  }
}

/** The second step. Refused types are told so only now, when they have a second factor (OPN-89). */
export const confirmCode = (parts: Parts, from: From, given: { challenge: string; code: string }) =>
  answer(parts, from, { event: 'mfa.answered' }, given.challenge, given.code);

/** The second step without the app: by a code that was kept for it. */
export const enterByRecoveryCode = (parts: Parts, from: From, given: { challenge: string; recoveryCode: string }) =>
  answer(
    parts,
    from,
    { event: 'mfa.recovery_code', factor: 'recovery_code' },
    given.challenge,
    byRecoveryCode(parts.clock, parts.box, from, given.recoveryCode),
  );

async function answer(
  parts: Parts,
  from: From,
  by: Pick<Noted, 'event' | 'factor'>,
  challenge: string,
  code: string | OtherProof,
) {
  const { security, identity } = parts;
  const step = { ...by, whose: { challenge }, from };
  const proof = await security.watch(step, () =>
    boundingGuesses(parts, from, () =>
      tellingOfLocks(parts, from, () => identity.confirmCode({ challenge, host: from.host, code })),
    ),
  );
  return security.watch({ ...step, event: 'sign_in' }, async () =>
    told(parts, await spending(parts, proof, (by, person) => open(parts, from, by, person))),
  );
}

/** What a proof is used for, in the transaction in which it is compared with its credential. */
const spending = <T>(parts: Parts, proof: Proof, step: (by: SpentProof, person: Person) => Promise<T>): Promise<T> =>
  asSystem(parts, async ({ tx }) => {
    const by = await parts.identity.spend(tx, proof);
    return step(by, await personWhoMayEnter(tx, by.email));
  });

async function open({ clock }: Parts, from: From, by: SpentProof, person: Person) {
  // What was valid before a sign-in is not valid after it (SEC-02).
  const ended = from.before
    ? await endSessions(momentOf(by.tx, clock), { sessionIds: [from.before.sessionId] }, 'signed in again')
    : [];
  return { next: 'session' as const, ended, ...(await letIn(by, clock, person, from)) };
}

/** After commit. */
function told<T extends { ended: number[] }>({ sessionEnds }: Parts, { ended, ...opened }: T): Omit<T, 'ended'> {
  sessionEnds.tell(ended);
  return opened;
}
