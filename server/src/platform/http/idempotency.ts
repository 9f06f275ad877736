/** REL-06: a repeated submit has one effect. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { z } from 'zod';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';

const keptMs = 24 * 3_600_000;

/** The same value whatever the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/**
 * Does the work once per person and key: the key and the answer are stored in the work's own transaction, so a try that
 * died half-way leaves neither. A second try waits for the first and gets its answer, or, where none is kept (`keepsOfAnswer`), asks
 * the work again; another body is refused (422).
 */
export async function once<T>(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  given: { key: string; call: string; asked: unknown },
  endpoint: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  if (!/^[\w.:-]{8,200}$/.test(given.key))
    throw failFields({ 'Idempotency-Key': 'must have 8 to 200 letters, digits, dots, dashes or colons' });
  const now = clock.now();
  const bodyHash = createHash('sha256')
    .update(`${given.call}\n${canonical(given.asked)}`)
    .digest();
  const mine = await tx
    .insertInto('idempotency_key')
    .values({
      provider_id: viewer.providerId,
      key: given.key,
      company_id: viewer.companyId,
      call: given.call,
      body_hash: bodyHash,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'key'])
        .doUpdateSet({ call: given.call, body_hash: bodyHash, created_at: now, reply: null })
        .where('idempotency_key.created_at', '<', new Date(now.getTime() - keptMs)),
    )
    .returning('key')
    .executeTakeFirst();
  if (!mine) {
    const first = await tx
      .selectFrom('idempotency_key')
      .select(['body_hash', 'reply'])
      .where('provider_id', '=', viewer.providerId)
      .where('key', '=', given.key)
      .executeTakeFirstOrThrow();
    if (!first.body_hash.equals(bodyHash)) throw fail('key_reused');
    if (first.reply === null) return work();
    return z.decode(endpoint.reply as z.ZodType, first.reply as never) as T;
  }
  const answer = await work();
  const kept = endpoint.keepsOfAnswer ? endpoint.keepsOfAnswer(answer as never) : answer;
  if (kept === null) return answer;
  await tx
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(z.encode(endpoint.reply as z.ZodType, kept as never)) })
    .where('provider_id', '=', viewer.providerId)
    .where('key', '=', given.key)
    .execute();
  return answer;
}
