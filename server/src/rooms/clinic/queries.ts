/** What the dashboard shows, read from the rows that there are at that moment: it keeps no numbers of its own. SQL, nothing else. */
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

export interface InterventionRow {
  patientId: number;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string;
  bornOn: string;
  surveyIds: number[];
  surveyEventIds: number[];
  surveyNames: string[];
  started: Date[];
  due: Date[];
  /** JSON, since lists of different lengths are no array of the database. */
  flagged: (number[] | null)[];
}

/**
 * OPC-21: what was asked and not answered, and flagged answers that nobody has reviewed, of the active patients of these groups and
 * those below; a row for each patient, the oldest first in it.
 */
export const interventions = (tx: Tx, viewer: PatientSight, careGroupIds: readonly number[]) =>
  tx
    .selectFrom(
      sql<InterventionRow & { sortName: string }>`(
        with open as (
          select event.patient_id, event.survey_event_id, event.survey_id, event.survey_definition_id, event.started_at, event.due_at, null::int[] as flagged
          from survey_event event where event.answered_at is null and event.ended_at is null
          union all
          select response.patient_id, event.survey_event_id, event.survey_id, event.survey_definition_id, event.started_at, event.due_at, response.flagged
          from survey_response response join survey_event event using (survey_event_id)
          where response.reviewed_at is null and response.flagged <> '{}')
        select p.patient_id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.phone, p.email, p.born_on as "bornOn", p.sort_name as "sortName",
          array_agg(open.survey_id order by open.started_at, open.survey_event_id) as "surveyIds",
          array_agg(open.survey_event_id order by open.started_at, open.survey_event_id) as "surveyEventIds",
          array_agg(asked.name order by open.started_at, open.survey_event_id) as "surveyNames",
          array_agg(open.started_at order by open.started_at, open.survey_event_id) as started,
          array_agg(open.due_at order by open.started_at, open.survey_event_id) as due,
          jsonb_agg(to_jsonb(open.flagged) order by open.started_at, open.survey_event_id) as flagged
        from open join survey_definition asked using (survey_definition_id) join patient p using (patient_id)
        where p.status = 'active' and p.removed_at is null
          and exists (select from patient_within own where own.patient_id = p.patient_id and own.care_group_id = ${anyOf(careGroupIds)})
          and ${patientInSight(viewer, 'p.patient_id')}
        group by p.patient_id)`.as('row'),
    )
    .selectAll()
    .orderBy('sortName')
    .orderBy('patientId');

/** The first moment of a month of UTC, so many months from the one of this moment. */
export const monthFrom = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));

/** OPC-58: who was removed is hidden everywhere, so that each number is that of the rows one can see. */
const isStillThere = (patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from patient here where here.patient_id = ${patientId} and here.removed_at is null)`;

/** Responses with flagged questions, by the month of their completion. */
export async function flaggedIn(tx: Tx, from: Date, before: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('survey_response')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(sql<boolean>`flagged <> '{}'`)
    .where(isStillThere(sql.ref('survey_response.patient_id')))
    .where('completed_at', '>=', from)
    .where('completed_at', '<', before)
    .executeTakeFirstOrThrow();
  return n;
}

/** How many patients are active, and how many were at a moment: that is told from whose status has changed since. */
export async function activePatients(tx: Tx, since: Date): Promise<{ now: number; before: number }> {
  const { rows } = await sql<{ now: number; before: number }>`
    with changed as (
      select distinct patient_id from patient_step where kind = 'status' and at >= ${since}),
    both_times as (
      select p.status = 'active' and p.removed_at is null as is_active,
        coalesce((select step.what = 'Activated' from patient_step step
          where step.patient_id = changed.patient_id and step.kind = 'status' and step.at < ${since}
          order by step.at desc, step.patient_step_id desc limit 1), false) as was_active
      from changed join patient p using (patient_id))
    select total.n as now, total.n - changes.gained + changes.lost as before
    from (select coalesce(sum(n), 0)::int as n from patient_tally where care_group_id is null and status = 'active') total,
      (select count(*) filter (where is_active)::int as gained, count(*) filter (where was_active)::int as lost from both_times) changes`.execute(
    tx,
  );
  return rows[0] ?? { now: 0, before: 0 };
}

/** Assessments completed from one moment to another, and those that fall due then and are still open. */
export async function assessmentsIn(tx: Tx, from: Date, before: Date): Promise<{ completed: number; open: number }> {
  const { rows } = await sql<{ completed: number; open: number }>`
    select (select count(*)::int from survey_response where completed_at >= ${from} and completed_at < ${before}
        and ${isStillThere(sql.ref('survey_response.patient_id'))}) as completed,
      (select count(*)::int from survey_event
       where due_at >= ${from} and due_at < ${before} and answered_at is null and ended_at is null
         and ${isStillThere(sql.ref('survey_event.patient_id'))}) as open`.execute(tx);
  return rows[0] ?? { completed: 0, open: 0 };
}

/** Follow-ups from a moment on that are not completed, of patients who are still there. */
export async function followUpsFrom(tx: Tx, from: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('follow_up')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('follow_up.at', '>=', from)
    .where('follow_up.completed_at', 'is', null)
    .where(isStillThere(sql.ref('follow_up.patient_id')))
    .executeTakeFirstOrThrow();
  return n;
}
