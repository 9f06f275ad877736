import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Clear } from '#platform/jobs/housekeeping.ts';

/**
 * Tokens, challenges, locks and reset codes go after a day, tokens of the hosted pool when they end, sessions and used
 * recovery codes after a week, browsers when they were not seen for a year.
 */
export const clearAwaySignIns: Clear = async (tx, before) => {
  await tx.deleteFrom('access_token').where('expires_at', '<', before(1)).execute();
  await tx.deleteFrom('auth_challenge').where('expires_at', '<', before(1)).execute();
  await tx.deleteFrom('password_reset').where('created_at', '<', before(1)).execute();
  await tx.deleteFrom('lock_notice').where('told_at', '<', before(1)).execute();
  await tx
    .updateTable('pool_account')
    .set({ refresh_token: null, refresh_token_ends_at: null })
    .where('refresh_token_ends_at', '<', before(0))
    .execute();
  await tx
    .deleteFrom('sign_in_lock')
    .where('last_wrong_at', '<', before(1))
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', before(1))]))
    .execute();
  await tx.deleteFrom('recovery_code').where('used_at', '<', before(7)).execute();
  await clearDevices(tx, before(365));
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
};

/** Browsers that were not seen for a year; the last one of a person stays, or the next new one would come in untold. */
const clearDevices = (tx: Tx, since: Date) =>
  tx
    .deleteFrom('known_device')
    .where('last_seen_at', '<', since)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('known_device as newer')
          .select('newer.provider_id')
          .whereRef('newer.provider_id', '=', 'known_device.provider_id')
          .where(
            sql<boolean>`(newer.last_seen_at, newer.device_hash) > (known_device.last_seen_at, known_device.device_hash)`,
          ),
      ),
    )
    .execute();
