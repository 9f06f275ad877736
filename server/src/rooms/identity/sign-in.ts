/** Getting in, step by step: password, then code or set-up where one is due, then a session (SEC-08). */
import { mustSetUpMfa } from '@portal/contract/identity/rules.ts';
import type { Brand } from '#platform/brands.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/db.ts';
import { Failed } from '#platform/fail.ts';
import type { Holder, IdentityProvider } from '#platform/identity-provider.ts';
import type { Limit } from '#platform/limit.ts';
import { record } from '#platform/record.ts';
import type { SessionEnds } from '#platform/session-ends.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Person, personWhoMayEnter } from './people.ts';
import { endSessions, openSession } from './sessions.ts';

export interface Parts {
  identity: IdentityProvider;
  database: Database;
  clock: Clock;
  sessionEnds: SessionEnds;
  /** Failed sign-ins per network address (SEC-10). */
  failures: Limit;
}

/** Where a step came from. `before` is the session that the same browser still held. */
export interface From {
  host: string;
  address: string;
  requestId: string;
  brand: Pick<Brand, 'name'>;
  before: Viewer | null;
}

/** The first step. Whether a second one follows depends on the account, the type and the company (MFA-01, MFA-08, MFA-09). */
export async function signIn(parts: Parts, from: From, given: { email: string; password: string }) {
  const { identity, database, failures } = parts;
  const { email } = given;
  const refused = failures.take(from.address);
  if (refused) throw new Failed('LIMIT', { retryAfter: refused.refusedFor });
  const factor = await identity.verifyPassword(email, given.password).catch((error: unknown) => {
    if (!isGuess(error)) failures.giveBack(from.address);
    throw error;
  });
  failures.giveBack(from.address);
  if (factor !== 'none') {
    const challenge = await identity.askForCode({ email, host: from.host, factor, portalName: from.brand.name });
    return { next: 'code' as const, factor, challenge };
  }
  const person = await database.asSystem((tx) => personWhoMayEnter(tx, email));
  if (mustSetUpMfa(person.type, person.companyRequiresMfa)) {
    return { next: 'mfa-setup' as const, challenge: await identity.holdForSetUp(email, from.host) };
  }
  return enter(parts, from, email);
}

const isGuess = (error: unknown) =>
  error instanceof Failed && (error.code === 'BAD_CREDENTIALS' || error.code === 'LOCKED');

/** The second step. Refused types are told so only now, when they have a second factor (OPN-89). */
export async function confirmCode(parts: Parts, from: From, given: { challenge: string; code: string }) {
  const email = await parts.identity.confirmCode({ ...given, host: from.host });
  return enter(parts, from, email);
}

/** A set-up that worked: every session the person had ends, and a new one begins (SEC-02, SEC-05, MFA-15). */
export async function finishSetUp(parts: Parts, from: From, holder: Holder, code: string) {
  const { identity, clock, sessionEnds } = parts;
  const { ended, ...opened } = await identity.verifySetUp(holder, code, async (tx, email) => {
    const person = await personWhoMayEnter(tx, email);
    await recordSetUp(tx, clock, person, from);
    return {
      ended: await endSessions(tx, clock, { providerId: person.providerId }, 'mfa changed'),
      ...(await openSession(tx, clock, person, from.host)),
    };
  });
  sessionEnds.tell(ended);
  return opened;
}

const recordSetUp = (tx: Tx, clock: Clock, person: Person, from: From) =>
  record(
    tx,
    clock,
    { ...person, host: from.host, requestId: from.requestId },
    {
      action: 'account.mfa_set_up',
      record: { kind: 'account', id: person.providerId },
      changes: [{ field: 'mfa', old: 'none', new: 'totp' }],
    },
  );

async function enter({ database, clock, sessionEnds }: Parts, from: From, email: string) {
  const { ended, ...opened } = await database.asSystem(async (tx) => {
    const person = await personWhoMayEnter(tx, email);
    // What was valid before a sign-in is not valid after it (SEC-02).
    const before = from.before
      ? await endSessions(tx, clock, { sessionIds: [from.before.sessionId] }, 'signed in again')
      : [];
    return { ended: before, ...(await openSession(tx, clock, person, from.host)) };
  });
  sessionEnds.tell(ended);
  return { next: 'session' as const, ...opened };
}
