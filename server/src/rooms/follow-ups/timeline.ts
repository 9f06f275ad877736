/** What the follow-ups add to a patient's line of time. SQL, nothing else; the notes are not told. */
import { type RawBuilder, sql } from 'kysely';
import { fromTrail, type TimelineSource } from '#rooms/patients/door.ts';

/** A time for whoever reads it to write in their own zone. */
const asTime = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'followUp',
    rowsOf: (id, viewer) => sql`select coalesce(told.at, told.created_at) as at,
        case told.action when 'follow_up.moved' then 'Follow-up moved' when 'follow_up.taken' then 'Follow-up taken over'
          else 'Follow-up scheduled' end as what,
        ${asTime(sql`told.value_then::timestamptz`)} as about, coalesce(told.actor_id, told.first_id) as by_id
      from (${fromTrail(
        viewer,
        'follow_up',
        'at',
        sql`select follow_up_id::text as id, at::text as value, created_at, coalesce(scheduler_id, provider_id) as first_id
          from follow_up where patient_id = ${id}`,
      )}) told where told.action is null or told.action in ('follow_up.moved', 'follow_up.taken')
      union all select completed_at, 'Follow-up completed', ${asTime(sql`at`)}, completer_id
      from follow_up where patient_id = ${id} and completed_at is not null`,
  },
];
