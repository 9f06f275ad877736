import { idleMs } from '@portal/contract/identity/rules.ts';
import type { Activity } from '#platform/security/activity.ts';
import type { Moment } from '#platform/act/act.ts';
import { deviceOf } from './device-words.ts';

/** Where a person is signed in, the newest first: nobody else's sessions, and none that has run out. */
export async function listSessions(
  moment: Moment,
  activity: Pick<Activity, 'lastInputOf'>,
  viewer: { providerId: number; sessionId?: number },
) {
  const now = moment.now();
  const rows = await moment.tx
    .selectFrom('session')
    .select(['session_id', 'host', 'address', 'user_agent', 'created_at', 'last_input_at'])
    .where('provider_id', '=', viewer.providerId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('session_id', 'desc')
    .execute();
  return rows
    .map((row) => ({
      sessionId: row.session_id,
      device: deviceOf(row.user_agent),
      host: row.host,
      address: row.address,
      createdAt: row.created_at,
      lastInputAt: activity.lastInputOf(row.session_id, row.last_input_at),
      isCurrent: row.session_id === viewer.sessionId,
    }))
    .filter(({ lastInputAt }) => now.getTime() - lastInputAt.getTime() < idleMs)
    .slice(0, 100);
}
