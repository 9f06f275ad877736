/** SQL of the schedules. Every statement is held to the patients in sight. */
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { inSight, seesWhole } from '#rooms/care-groups/door.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

export const visibleTo = (viewer: PatientSight) => patientInSight(viewer, 'item.patient_id');

/** A definition that can be answered: it has a graph without problems. */
const isUsable = sql<boolean>`exists (select from survey_definition made where made.survey_id = item.survey_id and made.is_usable)`;

const items = (tx: Tx, viewer: PatientSight) =>
  tx
    .selectFrom('schedule_item as item')
    .innerJoin('survey', 'survey.survey_id', 'item.survey_id')
    .innerJoin('workflow_survey as asking', 'asking.trigger_id', 'item.trigger_id')
    .leftJoinLateral(
      // By an index of what is open alone.
      (eb) =>
        eb
          .selectFrom('survey_event as event')
          .select([
            'event.survey_event_id as surveyEventId',
            'event.due_at as due',
            sql<number>`(count(*) over ())::int`.as('openCount'),
          ])
          .whereRef('event.patient_id', '=', 'item.patient_id')
          .whereRef('event.schedule_item_id', '=', 'item.schedule_item_id')
          .where('event.answered_at', 'is', null)
          .where('event.ended_at', 'is', null)
          .orderBy('event.due_at')
          .orderBy('event.survey_event_id')
          .limit(1)
          .as('oldest'),
      (join) => join.onTrue(),
    )
    .select([
      'item.schedule_item_id as scheduleItemId',
      sql<number | null>`case when ${
        seesWhole(viewer) ? sql`true` : inSight(viewer, 'asking.care_group_id')
      } then asking.care_group_id end`.as('careGroupId'),
      'item.survey_id as surveyId',
      'survey.name as surveyName',
      'item.recurrence',
      'item.rule',
      'item.starts_at as startsAt',
      'item.next_at as nextAt',
      'item.version',
      'item.ended_at as endedAt',
      isUsable.as('isUsable'),
      'oldest.surveyEventId as openEventId',
      'oldest.due as openDue',
      'oldest.openCount',
    ])
    .where(visibleTo(viewer));
export type ItemRow = Awaited<ReturnType<ReturnType<typeof items>['executeTakeFirstOrThrow']>>;

/** What a patient gets, what comes first at the top. */
export const itemsOf = (tx: Tx, viewer: PatientSight, patientId: number) =>
  items(tx, viewer)
    .where('item.patient_id', '=', patientId)
    .where('item.ended_at', 'is', null)
    .orderBy('item.next_at')
    .orderBy('item.schedule_item_id');

/**
 * One of a patient's, also one that has ended; held until the transaction ends. It is read once it is held: what is due of it may just
 * have been asked for.
 */
export async function lockItem(tx: Tx, viewer: PatientSight, patientId: number, scheduleItemId: number) {
  const named = items(tx, viewer)
    .where('item.patient_id', '=', patientId)
    .where('item.schedule_item_id', '=', scheduleItemId);
  return (await named.forNoKeyUpdate('item').executeTakeFirst()) && named.executeTakeFirst();
}

/** Whether all of these are groups for this viewer: one's own and those below, with root access those of the whole company. */
export async function groupsAreInSight(
  tx: Tx,
  viewer: PatientSight,
  careGroupIds: readonly number[],
): Promise<boolean> {
  const found = await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', anyOf(careGroupIds))
    .where('removed_at', 'is', null)
    .where(seesWhole(viewer) ? sql<boolean>`true` : inSight(viewer, 'care_group_id'))
    .execute();
  return found.length === new Set(careGroupIds).size;
}

/** The schedules of a patient, or of whoever is in a group or below it, that are asked for. */
const asked = (viewer: PatientSight, of: { patientId: number } | { careGroupId: number }): RawBuilder<unknown> => sql`
  from schedule_item item join survey using (survey_id)
  where item.ended_at is null and ${isUsable} and ${visibleTo(viewer)} and ${
    'patientId' in of
      ? sql`item.patient_id = ${of.patientId}`
      : sql`item.patient_id in (select patient_id from patient_within where care_group_id = ${of.careGroupId} and status = 'active')`
  }`;

/**
 * How many patients are still to be asked before tomorrow, and how many go by the same rules. Starts on one day between the same two of
 * these beginnings of days (UTC, in seconds) are one rule: what comes by them lies on the same days.
 */
export async function toCome(
  tx: Tx,
  viewer: PatientSight,
  of: { patientId: number } | { careGroupId: number },
  { now, tomorrow, beginnings }: { now: Date; tomorrow: Date; beginnings: readonly number[] },
) {
  const today = await sql<{ surveyId: number; surveyName: string; patients: number }>`
    select item.survey_id as "surveyId", survey.name as "surveyName", count(distinct item.patient_id)::int as patients
    ${asked(viewer, of)} and item.next_at > ${now} and item.next_at < ${tomorrow}
    group by item.survey_id, survey.name`.execute(tx);
  const days = sql`${[...beginnings]}::int[]`;
  const start = sql`item.starts_at at time zone 'UTC'`;
  const coming = await sql<{
    surveyId: number;
    surveyName: string;
    rules: [recurrence: string, startsAt: number][];
    patients: number;
  }>`
    select "surveyId", "surveyName", rules, count(*)::int as patients from (
      select item.survey_id as "surveyId", survey.name as "surveyName",
        jsonb_agg(distinct jsonb_build_array(item.recurrence, extract(epoch from (${start})::date)
          + coalesce((${days})[width_bucket(floor(extract(epoch from (${start})::time))::int, ${days})], 0))) as rules
      ${asked(viewer, of)}
      group by item.patient_id, item.survey_id, survey.name) own
    group by "surveyId", "surveyName", rules`.execute(tx);
  return { today: today.rows, coming: coming.rows };
}
