/**
 * Security events (SEC-39): who came in, who was kept out, and from where. They are gathered and written within a second,
 * after the answer: a known e-mail takes no longer than an unknown one (SEC-07), and the entry of an act that was undone stays.
 */
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { failures } from '@portal/contract/errors.ts';
import type { SecurityOutcome } from '@portal/contract/audit/security-words.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { haveMonths } from '#platform/database/months.ts';
import { Failed } from '#platform/core/fail.ts';
import { batchWriter, type Gathered } from '#platform/core/batch-writer.ts';
import { networkOf } from '#platform/core/network.ts';
import { firstFew } from '#platform/core/first-few.ts';
import { type Secrets, secretId } from './secrets.ts';
import type { SecurityStream, StreamedEvent } from './security-stream.ts';
import { knowNobody, type Known, type LookUps, settle } from './settle-security-events.ts';
import type { Whose, Origin, Noted } from './security-events.ts';

export interface SecurityLog {
  note: (what: Noted & { outcome: SecurityOutcome }) => void;
  /** Takes a step and notes how it went, where not at all for what was too often: that is noted by `tooMany`. */
  watch: <T>(what: Noted, step: () => Promise<T>) => Promise<T>;
  /** Notes how a step failed; of many made-up challenges, that there were too many. */
  failed: (what: Noted, error: unknown) => void;
  /** Notes that the limit was met, once in its time for each account or address: a flood does not fill the table. */
  tooMany: (call: string, whose: Whose, from: Origin) => void;
  /** Rooms say how to find whom an event names. */
  looksUp: (by: Partial<LookUps>) => void;
  flush: () => Promise<void>;
  stop: () => Promise<void>;
  state: () => Gathered;
}

/** As long as most limits last. */
const floodMs = 15 * 60_000;
/** So many made-up challenges of a network are noted one by one in this time. */
const mostUnknown = 5;
/** So many wait while the database is away. */
const mostWaiting = 20_000;

/** A hash of an e-mail that only this installation can make. It names its secret: those of different secrets cannot be compared. */
export const emailHasher = ({ secret }: Pick<Secrets, 'secret'>): ((email: string) => string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portal security events: e-mails', 32));
  const beginning = secretId(secret);
  return (email) => `${beginning}.${createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url')}`;
};

interface Ground {
  database: Database;
  clock: Clock;
  env: Pick<Secrets, 'secret'>;
  stream?: SecurityStream;
}

export function openSecurityLog(
  { database, clock, env, stream }: Ground,
  onError: (error: unknown) => void,
  everyMs = 1_000,
): SecurityLog {
  const hashOf = emailHasher(env);
  const lookUps = { ...knowNobody };
  const isFirst = firstFew(clock, 1, floodMs);
  const isAmongFirst = firstFew(clock, mostUnknown, floodMs);
  const entries = batchWriter(
    async (batch: readonly Known[]) => {
      await haveMonths(
        database,
        'security_event',
        batch.map(({ at }) => at),
      );
      const rows = await database.asSystem(async (tx) => {
        const settled = await settle(tx, batch, hashOf, lookUps);
        await insertRows(tx, 'security_event', settled)
          // Written before, by an attempt whose answer was lost.
          .onConflict((conflict) => conflict.columns(['entry', 'at']).doNothing())
          .execute();
        return settled;
      });
      stream?.send(rows.map(streamed));
    },
    onError,
    { everyMs, most: mostWaiting, kindOf },
  );

  const note: SecurityLog['note'] = (what) =>
    entries.add({
      ...what,
      whose: only(what.whose),
      from: what.from && place(what.from),
      entry: randomUUID(),
      at: clock.now(),
    });
  /** Once in its time for each account or address: a flood does not fill the table. */
  const noteFlood = (of: string, what: Omit<Noted, 'event' | 'factor'> & { from: Origin }) => {
    const who = what.whose && 'providerId' in what.whose ? what.whose.providerId : networkOf(what.from.address);
    if (isFirst(`${of} ${who}`)) note({ ...what, event: 'rate_limit', outcome: 'refused' });
  };
  const failed: SecurityLog['failed'] = (what, error) => {
    const outcome = outcomeOf(error);
    const { event, whose, from } = what;
    // Anybody can make challenges up: those are nobody's guesses at nobody's factor.
    if (from && isUnknownChallenge(error) && !isAmongFirst(networkOf(from.address))) noteFlood(event, { whose, from });
    else if (outcome) note({ ...what, ...(isWrongPassword(error) ? { factor: 'password' as const } : {}), outcome });
  };
  return {
    note,
    failed,
    watch: async (what, step) => {
      try {
        const result = await step();
        note({ ...what, outcome: 'done' });
        return result;
      } catch (error) {
        failed(what, error);
        throw error;
      }
    },
    tooMany: (call, whose, from) => noteFlood(call, { whose, from, call }),
    looksUp: (by) => void Object.assign(lookUps, by),
    flush: entries.flush,
    stop: entries.stop,
    state: entries.state,
  };
}

const streamed = (row: Awaited<ReturnType<typeof settle>>[number]): StreamedEvent => ({
  at: row.at,
  event: row.event,
  outcome: row.outcome,
  companyId: row.company_id,
  providerId: row.provider_id,
  factor: row.factor,
  emailHash: row.email_hash,
  host: row.host,
  address: row.address,
  requestId: row.request_id,
  call: row.call,
});

/** Of more than may wait, as many of each event are told for each company as were let go. */
const kindOf = ({ event, whose }: Known): string =>
  whose && 'companyId' in whose ? `${event} of company ${whose.companyId}` : event;

/** No more of a call or a viewer is kept while it waits. */
const place = ({ host, address, requestId, brand }: Origin): Origin => ({
  host,
  address,
  requestId,
  ...(brand ? { brand: { shown: brand.shown } } : {}),
});
const only = (whose: Whose): Whose =>
  whose && 'providerId' in whose
    ? { providerId: whose.providerId, companyId: whose.companyId, email: whose.email }
    : whose;

const isUnknownChallenge = (error: unknown) => error instanceof Failed && error.code === 'CHALLENGE_EXPIRED';
const isWrongPassword = (error: unknown) => error instanceof Failed && error.code === 'BAD_CREDENTIALS';

/** What was proven wrongly has failed; what is not allowed, however right it was, is refused. */
function outcomeOf(error: unknown): SecurityOutcome | null {
  if (!(error instanceof Failed)) return 'failed';
  const { status } = failures[error.code];
  if (status === 429) return null;
  return ['LOCKED', 'NOT_CONFIRMED', 'RESET_REQUIRED', 'factor.required'].includes(error.code) || status === 403
    ? 'refused'
    : 'failed';
}
