/** What the record of a patient adds to the line of time: medications, orders and shipments, outreach, consents, documents. SQL, nothing else. */
import { sql } from 'kysely';
import { fromTrail, type TimelineLooker, type TimelineSource } from '#rooms/patients/door.ts';
import { stillCounts } from './queries.ts';

/** What was done to medications or allergies, each by the name that it had then. */
const medicines = (
  thing: string,
  kind: 'patient_medication' | 'patient_allergy',
  id: number,
  viewer: TimelineLooker,
) => sql`select told.at, ${sql.lit(thing)}::text || case split_part(told.action, '.', 2)
        when 'added' then ' added' when 'removed' then ' removed' else ' changed' end as what,
      told.value_then as about, told.actor_id as by_id
    from (${fromTrail(
      viewer,
      kind,
      'name',
      sql`select ${sql.ref(`${kind}_id`)}::text as id, name as value from ${sql.table(kind)} where patient_id = ${id}`,
    )}) told where told.action is not null`;

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'medication',
    rowsOf: (id, viewer) => sql`${medicines('Medication', 'patient_medication', id, viewer)}
      union all ${medicines('Allergy', 'patient_allergy', id, viewer)}`,
  },
  {
    kind: 'order',
    rowsOf: (id) => sql`select added_at as at,
        case order_status when 0 then 'Order closed' when 1 then 'Order opened' when 2 then 'Order requested'
          when 4 then 'Order cancelled' when 5 then 'Order in process' else 'Order ' || order_status end as what,
        display_name as about, null::int as by_id
      from patient_order_status where patient_id = ${id} and order_status <> 3 and removed_at is null`,
  },
  {
    kind: 'shipment',
    rowsOf: (id) => sql`select added_at as at, 'Order shipped' as what, display_name as about, null::int as by_id
      from patient_order_status where patient_id = ${id} and order_status = 3 and removed_at is null`,
  },
  {
    kind: 'outreach',
    rowsOf: (
      id,
    ) => sql`select sent_at as at, 'Refill reminder by ' || lower(method) as what, rx_number as about, null::int as by_id
      from refill_outreach where patient_id = ${id} and removed_at is null`,
  },
  {
    kind: 'consent',
    rowsOf: (id) => sql`select added_at as at,
        case code when 0 then 'Text consent revoked' when 2 then 'Portal terms accepted' else 'Text consent given' end as what,
        null::text as about, null::int as by_id
      from patient_consent where patient_id = ${id} and ${stillCounts}`,
  },
  {
    kind: 'document',
    rowsOf: (
      id,
      { companyId },
    ) => sql`select kept.added_at as at, 'Document added' as what, document.friendly_name as about, added.by_id
      from patient_document kept join document using (document_id)
      left join (select actor_id as by_id, (change ->> 'new')::int as document_id
        from (select actor_id, changes from audit_entry where company_id = ${companyId} and record_kind = 'patient'
          and record_id = ${String(id)} and action = 'patient.document_added' offset 0) entry
        cross join jsonb_array_elements(changes) change where change ->> 'field' = 'document_id') added using (document_id)
      where kept.patient_id = ${id} and document.removed_at is null`,
  },
];
