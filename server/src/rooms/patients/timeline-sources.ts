/** Where the line of time of a patient comes from: rooms that come later give what they know to the house, and this one reads it. */
import type { RecordKind } from '@portal/contract/audit/words.ts';
import type { TimelineKind } from '@portal/contract/patients/timeline-endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#platform/security/viewer.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';

export type TimelineLooker = Pick<Viewer, 'companyId' | 'careGroupIds' | 'seesWholeCompany'>;
/**
 * Rows of one patient, found by an index: `at`, `what` (plain words without a value of the record), `about` (what it was about, such
 * as the medication) and `by_id`, the person who did it. The patient is in sight of whoever looks.
 */
export interface TimelineSource {
  kind: TimelineKind;
  /** Its rows have a `note` as well: what somebody wrote down, for whoever sees the patient. */
  hasNote?: true;
  rowsOf: (patientId: number, viewer: TimelineLooker) => RawBuilder<unknown>;
}

/**
 * What the trail has of `own` records, each found by the index of its record, and how each began: a row without an action. Own are rows
 * of `id`, `value` and whatever else comes along; `value` is what the field has today, and `value_then` what it had with that entry
 * (P11-11): what the next change of it took away. The window keeps the work at one look at each entry.
 */
export const fromTrail = (
  { companyId }: TimelineLooker,
  kind: RecordKind,
  field: string,
  own: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select own.*, entry.at, entry.action, entry.actor_id,
    coalesce((min(array[lpad(entry.seq::text, 20, '0'), entry.old]) filter (where entry.old is not null) over later)[2], own.value) as value_then
  from (${own}) own
  cross join lateral (select seq, at, action, actor_id,
      jsonb_path_query_first(changes, ${sql.lit(`$[*] ? (@.field == "${field}").old`)}) #>> '{}' as old
    from audit_entry where company_id = ${companyId} and record_kind = ${kind} and record_id = own.id
    union all select 0, null, null, null, null offset 0) entry
  window later as (partition by own.id order by entry.seq desc rows between unbounded preceding and 1 preceding)`;

const given = givenByRooms<TimelineSource>();

/** A room says when it is put into the house what it knows of patients. Several may give rows of one kind. */
export const tellsTimeline = given.give;
export const timelineSources = given.of;
