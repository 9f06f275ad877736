/** What happened with a patient, from wherever it is kept, newest first. SQL, nothing else. */
import type { TimelineKind } from '@portal/contract/patients/timeline-endpoints.ts';
import { sql } from 'kysely';
import { anyText, type Tx } from '#platform/database/db.ts';
import { groupInSight, otherGroup } from './queries.ts';
import type { TimelineLooker, TimelineSource } from './timeline-sources.ts';

/** What this room knows: statuses, and groups, of which those out of sight have no name here. */
export const ownSources: readonly TimelineSource[] = [
  {
    kind: 'status',
    rowsOf: (id) => sql`select step.at, step.what, null::text as about, step.provider_id as by_id
      from patient_step step where step.patient_id = ${id} and step.kind = 'status'`,
  },
  {
    kind: 'group',
    rowsOf: (id, viewer) => sql`select step.at, step.what,
        case when ${groupInSight(viewer)} then g.display_name else ${otherGroup}::text end as about, step.provider_id as by_id
      from patient_step step join care_group g using (care_group_id) where step.patient_id = ${id} and step.kind = 'group'`,
  },
];

interface Asked {
  patientId: number;
  kinds: readonly TimelineKind[] | undefined;
  before?: Date | undefined;
  /** Of this moment alone. */
  of?: Date | undefined;
}

/** Those of these kinds that are older than `before`, or `of` a moment: the thousandth of a second that the wire tells. */
export const timelineOf = (
  tx: Tx,
  viewer: TimelineLooker,
  sources: readonly TimelineSource[],
  { patientId, kinds, before, of }: Asked,
) => {
  const parts = sources.map(
    ({ kind, hasNote, rowsOf }) => sql`select ${sql.lit(kind)} as kind, part.at, part.what, part.about, part.by_id,
        ${hasNote ? sql.ref('part.note') : sql`null::text`} as note from (${rowsOf(patientId, viewer)}) part`,
  );
  return tx
    .selectFrom(
      sql<{
        kind: TimelineKind;
        at: Date;
        what: string;
        about: string | null;
        by_id: number | null;
        note: string | null;
      }>`(${sql.join(parts, sql` union all `)})`.as('entry'),
    )
    .leftJoin('provider', 'provider.provider_id', 'entry.by_id')
    .select(['entry.at', 'entry.kind', 'entry.what', 'entry.about', 'entry.note'])
    .select(sql<string | null>`nullif(btrim(provider.first_name || ' ' || provider.last_name), '')`.as('by'))
    .$if(kinds !== undefined, (query) => query.where('entry.kind', '=', anyText(kinds ?? []) as never))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`date_trunc('milliseconds', entry.at) < ${before ?? new Date()}`),
    )
    .$if(of !== undefined, (query) =>
      query.where(sql<boolean>`date_trunc('milliseconds', entry.at) = ${of ?? new Date()}`),
    )
    .orderBy('entry.at', 'desc')
    .orderBy('entry.kind')
    .orderBy('entry.what')
    .orderBy('entry.about');
};

/**
 * A page that was cut off ends between two moments: whoever asks for what is older than its last one gets all of the rest. Nothing is
 * left of a page of one moment alone.
 */
export function endBetweenMoments<Entry extends { at: Date }>(entries: readonly Entry[]): Entry[] {
  const last = entries.at(-1)?.at.getTime();
  return entries.filter(({ at }) => at.getTime() !== last);
}
