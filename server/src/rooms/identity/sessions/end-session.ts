import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { record } from '#platform/audit/record.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { endSessions } from './sessions.ts';

/** Ends another session of the same person; the one at hand ends by signing out, which also clears its cookie. */
export async function endSession(tx: Tx, clock: Clock, viewer: Viewer, sessionId: number): Promise<number[]> {
  if (sessionId === viewer.sessionId)
    throw failFields({ sessionId: 'This is the session that you are using. Sign out to end it.' });
  const own = { sessionIds: [sessionId], providerId: viewer.providerId };
  const ended = await endSessions(tx, clock, own, 'ended by its owner');
  if (ended.length === 0) throw fail('not_found');
  await record(tx, clock, viewer, {
    action: 'account.session_ended',
    record: { kind: 'account', id: viewer.providerId },
    changes: [{ field: 'session', old: sessionId, new: null }],
  });
  return ended;
}
