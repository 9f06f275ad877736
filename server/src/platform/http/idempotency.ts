/** REL-06: a repeated submit has one effect. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { z } from 'zod';
import type { Clock } from '#platform/core/clock.ts';
import { sendAlong, type Tx } from '#platform/database/db.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';

const keptMs = 24 * 3_600_000;

/** The same value whatever the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

interface Intention {
  key: string;
  /** Of tries that got no answer, which it takes the place of. */
  insteadOf: readonly string[];
  call: string;
  asked: unknown;
  /** It says which version it changes, and finds by itself that the first try has changed it. */
  saysVersion: boolean;
}

const isKey = (key: string): boolean => /^[\w.:-]{8,200}$/.test(key);
/** So many tries with other contents, none of them answered, are more than anybody makes. */
const mostGivenUp = 20;
/** Of nothing that anybody asks: whoever comes late with such a key is refused. */
const givenUp = Buffer.alloc(32);

/**
 * Does the work once per person and key: the key and the answer are stored in the work's own transaction, so a try that
 * died half-way leaves neither. A second try waits for the first and gets its answer, or, where none is kept (`keepsOfAnswer`), asks
 * the work again; another body is refused (422).
 */
export async function once<T>(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  { key, insteadOf, call, asked, saysVersion }: Intention,
  endpoint: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  if (!isKey(key))
    throw failFields({ 'Idempotency-Key': 'must have 8 to 200 letters, digits, dots, dashes or colons' });
  if (insteadOf.length > mostGivenUp || !insteadOf.every(isKey))
    throw failFields({ 'Idempotency-Instead-Of': `must be up to ${mostGivenUp} keys` });
  const keys = keysOf(tx, clock, viewer, call);
  const bodyHash = createHash('sha256')
    .update(`${call}\n${canonical(asked)}`)
    .digest();
  const { first, earlier } = await keys.takeAll(key, bodyHash, insteadOf);
  if (earlier.length > 0 && !saysVersion) throw fail('first_try_done', { done: earlier.map((one) => one.key) });
  if (first) {
    if (first.body_hash.equals(givenUp)) throw fail('given_up');
    if (!first.body_hash.equals(bodyHash)) throw fail('key_reused');
    if (first.reply === null) return work();
    return z.decode(endpoint.reply as z.ZodType, first.reply as never) as T;
  }
  const answer = await work().catch((error: unknown) => {
    throw earlier.length > 0 && error instanceof Failed && error.code === 'stale' ? staleAfter(earlier, error) : error;
  });
  const kept = endpoint.keepsOfAnswer ? endpoint.keepsOfAnswer(answer as never) : answer;
  if (kept !== null) keys.keep(key, z.encode(endpoint.reply as z.ZodType, kept as never));
  return answer;
}

/** Another try, which was done: its key, and what is kept of its answer. */
interface Earlier {
  key: string;
  reply: unknown;
}

const versionIn = (value: unknown): unknown => (value as { version?: unknown } | null | undefined)?.version;

/**
 * REL-07: one's own doing is what stands there where one of these tries has made that version; else somebody has changed it after them.
 * Where an answer says no version, nobody knows.
 */
function staleAfter(tries: readonly Earlier[], stale: Failed): Failed {
  const detail = { ...stale.detail, done: tries.map(({ key }) => key) };
  const made = tries.map(({ reply }) => versionIn(reply));
  const current = versionIn(stale.detail?.['current']);
  if (current !== undefined && made.includes(current))
    return new Failed('stale', {
      detail: { ...detail, isOwn: true },
      sentence: 'Your first try has changed this after all. Please look at it again.',
    });
  const sentence =
    current === undefined || made.includes(undefined)
      ? 'Your first try was done, and somebody may have changed this since. Please look at it again.'
      : stale.sentence;
  return new Failed('stale', { detail, ...(sentence && { sentence }) });
}

/** The keys of one person. */
function keysOf(tx: Tx, clock: Clock, viewer: Viewer, call: string) {
  const now = clock.now();
  const row = (key: string) =>
    tx
      .selectFrom('idempotency_key')
      .select(['body_hash', 'reply'])
      .where('provider_id', '=', viewer.providerId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
  /** What stands there, unless it is free: then it is taken. Whoever is at it is waited for. */
  const take = async (key: string, bodyHash: Buffer) => {
    const isMine = await tx
      .insertInto('idempotency_key')
      .values({
        provider_id: viewer.providerId,
        key,
        company_id: viewer.companyId,
        call,
        body_hash: bodyHash,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['provider_id', 'key'])
          .doUpdateSet({ call, body_hash: bodyHash, created_at: now, reply: null })
          .where('idempotency_key.created_at', '<', new Date(now.getTime() - keptMs)),
      )
      .returning('key')
      .executeTakeFirst();
    return isMine ? null : row(key);
  };
  return {
    /** Also gives up the others: which of them have been done. None of the rest will be, once this is. */
    takeAll: async (key: string, bodyHash: Buffer, others: readonly string[]) => {
      const earlier: Earlier[] = [];
      let first: Awaited<ReturnType<typeof take>> = null;
      // In one order, so that of two who give up each other one waits for the other, and not each for each.
      for (const one of [...new Set([key, ...others])].sort()) {
        const stands = await take(one, one === key ? bodyHash : givenUp);
        if (one === key) first = stands;
        else if (stands && !stands.body_hash.equals(givenUp)) earlier.push({ key: one, reply: stands.reply });
      }
      return { first, earlier };
    },
    keep: (key: string, reply: unknown) =>
      sendAlong(
        tx,
        tx
          .updateTable('idempotency_key')
          .set({ reply: JSON.stringify(reply) })
          .where('provider_id', '=', viewer.providerId)
          .where('key', '=', key),
      ),
  };
}
