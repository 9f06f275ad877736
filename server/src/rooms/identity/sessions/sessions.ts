/** Sessions: ours whoever proves the person. Their secrets are kept as hashes (SEC-02, SEC-03). */
import { randomBytes } from 'node:crypto';
import { accessTokenMs, idleMs, refusedTypes, sessionMs } from '@portal/contract/identity/rules.ts';
import type { Activity } from '#platform/security/activity.ts';
import type { Moment } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { SpentProof } from '#platform/security/proof.ts';
import { hashOf } from '#platform/security/viewer-of.ts';

export interface OpenedSession {
  next: 'session';
  accessToken: string;
  expiresAt: Date;
  cpId: number;
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** A session on the host it is opened from, with its first access token and the value of its cookie. */
export async function openSession(
  by: SpentProof,
  at: Pick<Moment, 'now'>,
  person: { providerId: number; companyId: number; email: string },
  from: { host: string; address: string; userAgent: string },
): Promise<{ session: OpenedSession; cookie: string }> {
  const tx = ofTheSame(by, person);
  const now = at.now();
  const cookie = newSecret();
  const { session_id, ends_at } = await tx
    .insertInto('session')
    .values({
      company_id: person.companyId,
      provider_id: person.providerId,
      host: from.host,
      address: from.address,
      user_agent: from.userAgent,
      cookie_hash: hashOf(cookie),
      created_at: now,
      last_input_at: now,
      ends_at: later(now, sessionMs),
    })
    .returning(['session_id', 'ends_at'])
    .executeTakeFirstOrThrow();
  const of = { session_id, company_id: person.companyId, provider_id: person.providerId, ends_at };
  const token = await newToken({ tx, now: at.now }, of);
  return { session: token, cookie };
}

/** What one has proven opens nothing for another. */
function ofTheSame({ tx, email }: SpentProof, person: { email: string }): Tx {
  if (person.email !== email) throw new Error('a session is of whoever has proven who they are');
  return tx;
}

/** The session goes on under a new token and a new cookie; the old ones are worth nothing any more (SEC-02). Nothing when it has ended. */
export async function replaceSecrets(
  by: SpentProof,
  { now }: Pick<Moment, 'now'>,
  { sessionId, ...person }: { sessionId: number; email: string },
): Promise<{ session: OpenedSession; cookie: string } | undefined> {
  const tx = ofTheSame(by, person);
  const cookie = newSecret();
  const row = await tx
    .updateTable('session')
    .set({ cookie_hash: hashOf(cookie) })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['session_id', 'company_id', 'provider_id', 'ends_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  // Not removed: whoever comes with it is told to renew it, which the page can. No clock set back revives it (REL-10).
  await tx
    .updateTable('access_token')
    .set({ expires_at: new Date(0) })
    .where('session_id', '=', sessionId)
    .execute();
  return { session: await newToken({ tx, now }, row), cookie };
}

/** For a session that this transaction has written or holds: none that is replaced or ended meanwhile gets one. */
async function newToken(
  { tx, now }: Pick<Moment, 'tx' | 'now'>,
  of: { session_id: number; company_id: number; provider_id: number; ends_at: Date },
): Promise<OpenedSession> {
  const accessToken = newSecret();
  const soon = later(now(), accessTokenMs);
  const expiresAt = soon < of.ends_at ? soon : of.ends_at;
  await tx
    .insertInto('access_token')
    .values({
      company_id: of.company_id,
      session_id: of.session_id,
      token_hash: hashOf(accessToken),
      expires_at: expiresAt,
    })
    .execute();
  return { next: 'session', accessToken, expiresAt, cpId: of.provider_id };
}

/** A fresh token for the session of a cookie on this host; without one, the sessions that turned out to have run out. It is not input (SEC-04). */
export async function renewSession(
  moment: Moment,
  activity: Activity,
  cookie: string,
  host: string,
): Promise<OpenedSession | { next: 'none'; ended: number[] }> {
  const row = await moment.tx
    .selectFrom('session')
    .innerJoin('provider', 'provider.provider_id', 'session.provider_id')
    .select(['session_id', 'session.company_id', 'session.provider_id', 'last_input_at', 'ends_at'])
    .where('cookie_hash', '=', hashOf(cookie))
    .where('host', '=', host)
    .where('ended_at', 'is', null)
    .where('is_active', '=', true)
    .where('type', 'not in', refusedTypes)
    // Read under lock: its secrets may be replaced at this moment, and then this is the cookie from before (SEC-02).
    .forNoKeyUpdate('session')
    .executeTakeFirst();
  if (!row) return { next: 'none', ended: [] };
  const now = moment.now();
  const idleEndsAt = later(activity.lastInputOf(row.session_id, row.last_input_at), idleMs);
  if (now < row.ends_at && now < idleEndsAt) return newToken(moment, row);
  return { next: 'none', ended: await endSessions(moment, { sessionIds: [row.session_id] }, 'expired') };
}

/** Whose sessions end: certain ones, all of a person (but one), or certain ones if they are a person's. */
export type Which =
  | { sessionIds: readonly number[]; providerId?: number }
  | { sessionIds?: undefined; providerId: number; except?: number };

/** Ends sessions for good. Gives their numbers, for `sessionEnds.tell` after commit. */
export async function endSessions({ tx, now }: Moment, which: Which, reason: string): Promise<number[]> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: now(), end_reason: reason })
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.and([
        ...(which.providerId === undefined ? [] : [eb('provider_id', '=', which.providerId)]),
        ...(which.sessionIds ? [eb('session_id', '=', anyOf(which.sessionIds))] : []),
        ...('except' in which && which.except !== undefined ? [eb('session_id', '<>', which.except)] : []),
      ]),
    )
    .returning('session_id')
    .execute();
  return ended.map((row) => row.session_id);
}

/** Ends what has run out, so that no clock set back can revive it (SEC-04, REL-10). */
export async function endExpiredSessions(moment: Moment): Promise<number[]> {
  const now = moment.now();
  const ended = await moment.tx
    .updateTable('session')
    .set({ ended_at: now, end_reason: 'expired' })
    .where('ended_at', 'is', null)
    // Input told to another process reaches the row within seconds.
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('last_input_at', '<=', later(now, -idleMs - 10_000))]))
    .returning('session_id')
    .execute();
  return ended.map((row) => row.session_id);
}
