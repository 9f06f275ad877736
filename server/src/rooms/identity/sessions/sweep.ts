/** Sessions that ran out end for everyone who listens. */
import { clockSlackMs } from '@portal/contract/identity/rules.ts';
import type { House } from '#platform/http/calls.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import { asSystem } from '../as-system.ts';
import { endExpiredSessions } from './sessions.ts';

type Swept = Pick<House, 'database' | 'clock' | 'activity' | 'sessionEnds' | 'security' | 'log'>;

export async function sweep({ activity, sessionEnds, security, ...ground }: Swept): Promise<void> {
  await activity.flush();
  const now = ground.clock.now().getTime();
  const ended = await asSystem(ground, async (moment) => {
    // Input ahead of now was noted before the clock was set back: it counts as now, or the session would outlive its limit (REL-10).
    await moment.tx
      .updateTable('session')
      .set({ last_input_at: new Date(now) })
      .where('ended_at', 'is', null)
      .where('last_input_at', '>', new Date(now + clockSlackMs))
      .execute();
    return endExpiredSessions(moment);
  });
  sessionEnds.tell(ended);
  noteExpired(security, ended);
}

/** Nobody called: it is known from where each was opened. */
export function noteExpired(security: SecurityLog, sessionIds: readonly number[]): void {
  for (const sessionId of sessionIds)
    security.note({ event: 'session.expired', outcome: 'done', whose: { sessionId }, from: null });
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
