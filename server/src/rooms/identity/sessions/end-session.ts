import type { Act } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { endSessions } from './sessions.ts';

/** Ends another session of the same person; the one at hand ends by signing out, which also clears its cookie. */
export async function endSession(act: Act, sessionId: number): Promise<number[]> {
  const { viewer, record } = act;
  if (sessionId === viewer.sessionId)
    throw failFields({ sessionId: 'This is the session that you are using. Sign out to end it.' });
  const own = { sessionIds: [sessionId], providerId: viewer.providerId };
  const ended = await endSessions(act, own, 'ended by its owner');
  if (ended.length === 0) throw fail('not_found');
  await record({
    action: 'account.session_ended',
    record: { kind: 'account', id: viewer.providerId },
    changes: [{ field: 'session', old: sessionId, new: null }],
  });
  return ended;
}
