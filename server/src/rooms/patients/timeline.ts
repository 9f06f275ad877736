/** What happened with a patient, from wherever it is kept, newest first. SQL, nothing else; no values of the record. */
import type { TimelineKind } from '@portal/contract/patients/timeline-endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyText, type Tx } from '#platform/database/db.ts';

/** `at`, `what`, `about` and who did it, of one patient; each is read by the index of its patient. */
const sources: Partial<Record<TimelineKind, (patientId: number) => RawBuilder<unknown>>> = {
  status: (id) => sql`select step.at, step.what, null::text as about, step.provider_id as by_id
    from patient_step step where step.patient_id = ${id} and step.kind = 'status'`,
  group: (id) => sql`select step.at, step.what, g.display_name as about, step.provider_id as by_id
    from patient_step step join care_group g using (care_group_id) where step.patient_id = ${id} and step.kind = 'group'`,
  medication: (id) => sql`select created_at as at, 'Medication added' as what, name as about, null::int as by_id
      from patient_medication where patient_id = ${id}
    union all
    select created_at, 'Allergy added', name, null::int from patient_allergy where patient_id = ${id}`,
  order: (id) => sql`select added_at as at,
      case order_status when 0 then 'Order closed' when 1 then 'Order opened' when 2 then 'Order requested' when 3 then 'Order shipped'
        when 4 then 'Order cancelled' when 5 then 'Order in process' else 'Order ' || order_status end as what,
      display_name as about, null::int as by_id
    from patient_order_status where patient_id = ${id}`,
  outreach: (
    id,
  ) => sql`select sent_at as at, 'Refill reminder by ' || lower(method) as what, rx_number as about, null::int as by_id
    from refill_outreach where patient_id = ${id}`,
  consent: (id) => sql`select added_at as at,
      case code when 0 then 'Text consent revoked' when 2 then 'Portal terms accepted' else 'Text consent given' end as what,
      null::text as about, null::int as by_id
    from patient_consent where patient_id = ${id}`,
  document: (
    id,
  ) => sql`select kept.added_at as at, 'Document added' as what, document.friendly_name as about, null::int as by_id
    from patient_document kept join document using (document_id) where kept.patient_id = ${id} and document.removed_at is null`,
};

/** Those of these kinds that are older than `before`. */
export const timelineOf = (
  tx: Tx,
  patientId: number,
  kinds: readonly TimelineKind[] | undefined,
  before: Date | undefined,
) => {
  const parts = (Object.keys(sources) as TimelineKind[]).flatMap((kind) => {
    const rowsOf = sources[kind];
    return rowsOf ? [sql`select ${sql.lit(kind)} as kind, part.* from (${rowsOf(patientId)}) part`] : [];
  });
  return tx
    .selectFrom(
      sql<{
        kind: TimelineKind;
        at: Date;
        what: string;
        about: string | null;
        by_id: number | null;
      }>`(${sql.join(parts, sql` union all `)})`.as('entry'),
    )
    .leftJoin('provider', 'provider.provider_id', 'entry.by_id')
    .select(['entry.at', 'entry.kind', 'entry.what', 'entry.about'])
    .select(sql<string | null>`nullif(btrim(provider.first_name || ' ' || provider.last_name), '')`.as('by'))
    .$if(kinds !== undefined, (query) => query.where('entry.kind', '=', anyText(kinds ?? []) as never))
    .$if(before !== undefined, (query) => query.where('entry.at', '<', before ?? new Date()))
    .orderBy('entry.at', 'desc')
    .orderBy('entry.kind')
    .orderBy('entry.what');
};
