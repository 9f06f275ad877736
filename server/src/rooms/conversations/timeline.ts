/** What conversations add to a patient's line of time. SQL, nothing else; what was written is not told. */
import { sql } from 'kysely';
import type { TimelineSource } from '#rooms/patients/door.ts';

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'conversation',
    rowsOf: (id) => sql`select created_at as at,
        case when broadcast_id is null then 'Conversation started' else 'Broadcast started' end as what,
        topic as about, created_by as by_id
      from conversation where patient_id = ${id}`,
  },
];
