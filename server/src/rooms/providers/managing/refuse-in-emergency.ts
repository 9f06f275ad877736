import { sql } from 'kysely';
import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

type Somebody = Pick<Viewer, 'inEmergency' | 'providerId'>;

/** Those of the groups that somebody sees by emergency access alone (PRV-11). */
export async function seenInEmergencyAlone(
  tx: Tx,
  { inEmergency, providerId }: Somebody,
  careGroupIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!inEmergency) return new Set();
  const { rows } = await sql<{ id: number }>`select given.id from unnest(${[...careGroupIds]}::int[]) as given (id)
    where not lies_in_groups_of(given.id, ${providerId})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export const givenInEmergency = (group = 'this care group') =>
  new Failed('forbidden', { sentence: `You see ${group} by emergency access alone, and cannot give it to others.` });

/** What somebody has by emergency access for some hours is not theirs to give to others for good (PRV-11). */
export async function refuseInEmergency(tx: Tx, viewer: Somebody, careGroupIds: readonly number[]): Promise<void> {
  if ((await seenInEmergencyAlone(tx, viewer, careGroupIds)).size > 0) throw givenInEmergency();
}
