/** Housekeeping of identity: sessions that ran out end for everyone who listens, and what no longer counts is cleared away. */
import { clockSlackMs, longestLockMs } from '@portal/contract/identity/rules.ts';
import type { House } from '#platform/http.ts';
import { endExpiredSessions } from './sessions.ts';

type Swept = Pick<House, 'database' | 'clock' | 'activity' | 'sessionEnds' | 'log'>;
const dayMs = 24 * 3_600_000;

export async function sweep({ database, clock, activity, sessionEnds }: Swept): Promise<void> {
  await activity.flush();
  const now = clock.now().getTime();
  const ended = await database.asSystem(async (tx) => {
    await tx
      .deleteFrom('access_token')
      .where('expires_at', '<', new Date(now - dayMs))
      .execute();
    await tx
      .deleteFrom('auth_challenge')
      .where('expires_at', '<', new Date(now - dayMs))
      .execute();
    await tx
      .deleteFrom('sign_in_lock')
      .where('last_wrong_at', '<', new Date(now - 2 * longestLockMs))
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', new Date(now - longestLockMs))]))
      .execute();
    // Input ahead of now was noted before the clock was set back: it counts as now, or the session would outlive its limit (REL-10).
    await tx
      .updateTable('session')
      .set({ last_input_at: new Date(now) })
      .where('ended_at', 'is', null)
      .where('last_input_at', '>', new Date(now + clockSlackMs))
      .execute();
    return endExpiredSessions(tx, clock);
  });
  sessionEnds.tell(ended);
}

/** SEC-04 allows 30 s from the end of a session to the close of its sockets. */
export function sweepEvery(ms: number, house: Swept): () => void {
  const timer = setInterval(
    () => void sweep(house).catch((error: unknown) => house.log.warn('sweep', { error: String(error) })),
    ms,
  );
  timer.unref();
  return () => clearInterval(timer);
}
