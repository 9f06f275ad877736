/** What of a restored portal's messages waited in the backup, and what it has written since (REL-13). */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { skipped } from './skip-numbers.ts';

/**
 * Gives up the messages that waited when the database came back, and with `alsoSince` those that were written since. Says how many each
 * were.
 */
export async function giveUpWaiting(tx: Tx, at: Date, { alsoSince }: { alsoSince: boolean }): Promise<string> {
  const last = await lastRestored(tx);
  const since = await tx
    .selectFrom('message')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('first')])
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(isOfUse(at))
    .where('message_id', '>', last)
    .executeTakeFirstOrThrow();
  const waiting = tx
    .updateTable('message')
    .set({ withdrawn_at: at })
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(isOfUse(at));
  const { numUpdatedRows } = await (alsoSince ? waiting : waiting.where('message_id', '<=', last)).executeTakeFirst();
  const said = `${numUpdatedRows} that were waiting are given up.`;
  if (since.count === 0) return said;
  const written = `written since the restore, the first at ${since.first.toISOString()}`;
  return alsoSince
    ? `${said} ${since.count} of them were ${written}.`
    : `${said} ${since.count} that were ${written}, are sent.`;
}

/** What is of no use any more goes out by no means, and that it did not arrive stays known. */
const isOfUse = (at: Date) => sql<boolean>`(useless_after is null or useless_after > ${at})`;

/**
 * The number of the last message that came with the database: after it numbers were skipped. Where none were, all that is there counts as
 * having come with it.
 */
async function lastRestored(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(
      (select message_id from (
        select message_id, lag(message_id, 1, (select last_value + 1 from message_message_id_seq)) over (order by message_id desc) as next
        from message) as numbered
        where next - message_id >= ${skipped}::bigint order by message_id desc limit 1),
      (select case when min(message_id) > ${skipped}::bigint then 0 else max(message_id) end from message), 0) as last`.execute(
    tx,
  );
  return (rows[0] as { last: number }).last;
}
