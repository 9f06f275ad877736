/**
 * What no longer counts is cleared away: sessions a week after their end, keys of repeated submits after a day, events that
 * everybody has long heard of after a week.
 */
import type { Clock } from './clock.ts';
import type { Database } from './db.ts';

const dayMs = 24 * 3_600_000;

export async function clearAway({ database, clock }: { database: Database; clock: Clock }): Promise<null> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await database.asSystem(async (tx) => {
    await tx.deleteFrom('access_token').where('expires_at', '<', before(1)).execute();
    await tx.deleteFrom('auth_challenge').where('expires_at', '<', before(1)).execute();
    await tx.deleteFrom('idempotency_key').where('created_at', '<', before(1)).execute();
    await tx
      .deleteFrom('session')
      // Whoever just closes the browser never ends a session: it runs out.
      .where((eb) => eb.or([eb('ended_at', '<', before(7)), eb('ends_at', '<', before(7))]))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('access_token')
              .select('token_hash')
              .whereRef('access_token.session_id', '=', 'session.session_id'),
          ),
        ),
      )
      .execute();
    await tx.deleteFrom('event').where('created_at', '<', before(7)).execute();
  });
  return null;
}
