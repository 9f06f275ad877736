/** What the outreach adds to a patient's line of time: how they were told and reminded. SQL, nothing else. */
import { sql } from 'kysely';
import type { TimelineSource } from '#rooms/patients/door.ts';

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'outreach',
    rowsOf: (id) => sql`select sent_at as at,
        case kind when 'start' then 'Told of an assessment by ' when 'again' then 'Told again of an assessment by ' else 'Reminded of an assessment by ' end
          || lower(array_to_string(methods, ' and ')) as what,
        asked.name as about, reminder.provider_id as by_id
      from reminder join survey_event using (survey_event_id) join survey_definition asked using (survey_definition_id)
      where reminder.patient_id = ${id}`,
  },
];
