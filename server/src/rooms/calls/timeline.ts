/** What calls add to a patient's line of time. SQL, nothing else. */
import { sql } from 'kysely';
import type { TimelineSource } from '#rooms/patients/door.ts';

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'call',
    hasNote: true,
    rowsOf: (id) => sql`select started_at as at,
        case when is_test then 'Test call: ' else 'Call: ' end || lower(outcome) as what,
        case when seconds >= 60 then seconds / 60 || ' min ' else '' end || seconds % 60 || ' s' as about, provider_id as by_id, nullif(note, '') as note
      from patient_call where patient_id = ${id}`,
  },
];
