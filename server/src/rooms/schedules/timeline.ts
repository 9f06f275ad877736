/**
 * What the schedules add to a patient's line of time: what they were asked, by the name that it had then. SQL, nothing else; no
 * values of the record.
 */
import { sql } from 'kysely';
import type { TimelineSource } from '#rooms/patients/door.ts';

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'assessment',
    // Each review is told as the trail has it: the response has the last one alone. Whoever answers on behalf has reviewed it by that.
    rowsOf: (
      id,
      { companyId },
    ) => sql`select event.started_at as at, 'Assessment started' as what, asked.name as about, null::int as by_id
        from survey_event event join survey_definition asked using (survey_definition_id) where event.patient_id = ${id}
      union all
      select event.ended_at, 'Assessment ended without an answer', asked.name, null::int
        from survey_event event join survey_definition asked using (survey_definition_id) where event.patient_id = ${id} and event.ended_at is not null
      union all
      select response.completed_at, case when response.provider_id is null then 'Assessment answered by the patient' else 'Assessment answered' end,
          asked.name, response.provider_id
        from survey_response response join survey_event using (survey_event_id)
          join survey_definition asked using (survey_definition_id) where response.patient_id = ${id}
      union all
      select coalesce(entry.at, response.reviewed_at), 'Assessment reviewed', asked.name,
          case when entry.at is null then response.reviewer_id else entry.actor_id end
        from survey_response response join survey_event using (survey_event_id)
          join survey_definition asked using (survey_definition_id)
          left join lateral (select at, actor_id from audit_entry where company_id = ${companyId} and record_kind = 'survey_response'
            and record_id = response.response_id::text and action = 'response.reviewed' offset 0) entry on true
        where response.patient_id = ${id} and response.reviewed_at is not null and (entry.at is not null or response.provider_id is null)`,
  },
];
