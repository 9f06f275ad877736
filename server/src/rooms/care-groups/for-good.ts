/** What somebody sees for good, and what by emergency access alone: the latter is nobody's to make last, or to give away (PRV-11). */
import { sql } from 'kysely';
import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';

type Somebody = Pick<Actor, 'inEmergency' | 'providerId'>;

/** Those of the groups that somebody sees by emergency access alone. */
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

/** The same person without the groups of their emergency access: what is in sight of them stays so when it ends. */
export async function forGood<Person extends Somebody & Pick<Viewer, 'careGroupIds'>>(
  tx: Tx,
  viewer: Person,
): Promise<Person> {
  const { careGroupIds } = viewer;
  if (careGroupIds === null) return viewer;
  const lent = await seenInEmergencyAlone(tx, viewer, careGroupIds);
  return { ...viewer, careGroupIds: careGroupIds.filter((id) => !lent.has(id)) };
}

export const givenInEmergency = (what = 'this care group') =>
  new Failed('forbidden', {
    sentence: `You see ${what} by emergency access alone, and can neither keep it nor give it to others.`,
  });

/** Refuses to give groups away that somebody sees by emergency access alone. */
export async function refuseInEmergency(tx: Tx, viewer: Somebody, careGroupIds: readonly number[]): Promise<void> {
  if ((await seenInEmergencyAlone(tx, viewer, careGroupIds)).size > 0) throw givenInEmergency();
}
