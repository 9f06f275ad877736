import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** OPS-05: a group that comes later gets what cascades from the one above it, and gives it on to those below. */
export async function giveToNewGroups(
  { tx, viewer, now, record, announce }: Act<Actor>,
  groups: readonly { careGroupId: number; parentId: number | null }[],
): Promise<void> {
  const below = groups.filter(({ parentId }) => parentId !== null);
  if (below.length === 0) return;
  const { rows: added } = await sql<{ id: number; careGroupId: number }>`
    insert into document_link (document_id, care_group_id, company_id, cascades, is_order_form, user_types, linked_at)
    select link.document_id, made.care_group_id, ${viewer.companyId}, true, link.is_order_form, link.user_types, ${now()}
    from unnest(${below.map((one) => one.careGroupId)}::int[], ${below.map((one) => one.parentId)}::int[]) as made (care_group_id, parent_id)
      join document_link link on link.care_group_id = made.parent_id
    where link.cascades and link.removed_at is null
    order by link.document_id, made.care_group_id
    returning document_id as id, care_group_id as "careGroupId"`.execute(tx);
  await record(
    ...[...Map.groupBy(added, ({ id }) => id)].map(([id, links]) => ({
      action: 'document.attached' as const,
      record: { kind: 'document' as const, id },
      changes: created({ careGroups: links.map(({ careGroupId }) => careGroupId), cascades: true }),
    })),
  );
  await announce(...added.map((link) => ({ type: 'document.changed' as const, ...link })));
}
