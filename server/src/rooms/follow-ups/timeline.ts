/** What the follow-ups add to a patient's line of time. SQL, nothing else; the notes are not told. */
import { sql } from 'kysely';
import type { TimelineSource } from '#rooms/patients/door.ts';

/** When it is, for whoever reads it to write in their own zone. */
const itsTime = sql`to_char(follow_up.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'followUp',
    rowsOf: (id) => sql`select created_at as at, 'Follow-up scheduled' as what,
        ${itsTime} as about, coalesce(scheduler_id, provider_id) as by_id
      from follow_up where patient_id = ${id}
      union all select completed_at, 'Follow-up completed', ${itsTime}, completer_id
      from follow_up where patient_id = ${id} and completed_at is not null`,
  },
];
