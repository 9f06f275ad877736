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

/** How many sessions each person of a company who waits for a recovery has open, by their numbers. */
export async function countSessionsOfWaiting(
  moment: Moment,
  activity: Activity,
  companyId: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const now = moment.now();
  const rows = await moment.tx
    .selectFrom('session')
    .select(['session_id', 'provider_id', 'last_input_at'])
    .where('provider_id', 'in', (eb) =>
      eb
        .selectFrom('mfa_recovery')
        .select('provider_id')
        .where('company_id', '=', companyId)
        .where('decided_at', 'is', null),
    )
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .execute();
  for (const row of rows) {
    const lastInputAt = activity.lastInputOf(row.session_id, row.last_input_at);
    if (now.getTime() - lastInputAt.getTime() < idleMs)
      counts.set(row.provider_id, (counts.get(row.provider_id) ?? 0) + 1);
  }
  return counts;
}
