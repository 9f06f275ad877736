/** What somebody sees for good, and what by emergency access alone: the latter is nobody's to make last, or to give away (PRV-11). */
import { type Expression, sql, type SqlBool } from 'kysely';
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

/** In a statement: whether a row of `provider` sees a group by their own groups. */
export const seesGroupForGood = (person: string, group: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${person}.type`)} = 'Admin'
    or lies_in_groups_of(${sql.ref(group)}, ${sql.ref(`${person}.provider_id`)}))`;

/** The same, or by emergency access: as it stands at `moment`, or else as it stands on record. */
export const seesGroup = (person: string, group: string, moment?: Date): Expression<SqlBool> =>
  sql<SqlBool>`(${seesGroupForGood(person, group)} or exists (
    with recursive higher as (
      select g.care_group_id, g.parent_id from care_group g where g.care_group_id = ${sql.ref(group)} and g.removed_at is null
      union all
      select g.care_group_id, g.parent_id from care_group g join higher on g.care_group_id = higher.parent_id where g.removed_at is null)
    select from higher join emergency_access given using (care_group_id)
    where given.provider_id = ${sql.ref(`${person}.provider_id`)} and given.ended_at is null
      and ${moment === undefined ? sql`true` : sql`given.ends_at > ${moment}`}))`;

export const givenInEmergency = (what = 'this care group') =>
  new Failed('forbidden', {
    sentence: `You see ${what} only through emergency access, so you can neither keep it nor give it to others.`,
  });

/** Refuses to give groups away that somebody sees by emergency access alone. */
export async function refuseInEmergency(tx: Tx, viewer: Somebody, careGroupIds: readonly number[]): Promise<void> {
  if ((await seenInEmergencyAlone(tx, viewer, careGroupIds)).size > 0) throw givenInEmergency();
}
