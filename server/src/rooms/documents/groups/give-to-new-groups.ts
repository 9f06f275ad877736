import { recipientsFor } from '@portal/contract/documents/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { NewGroup } from '#rooms/care-groups/door.ts';

interface Link {
  id: number;
  careGroupId: number;
  cascades: boolean;
  userTypes: string[] | null;
}

/**
 * Gives new groups the documents that are theirs from the start: what cascades from the group above, which they give on to those
 * below (OPS-05), and a copy what its source has besides (OPS-30).
 */
export async function giveToNewGroups(
  { tx, viewer, now, record, announce }: Act<Actor & { seesWholeCompany?: boolean }>,
  groups: readonly NewGroup[],
): Promise<void> {
  const mayHold = recipientsFor({ seesWholeCompany: viewer.seesWholeCompany ?? true });
  const made = { companyId: viewer.companyId, linkedAt: now(), mayHold };
  // What cascades comes first: where it says something else of a document than the source does, it counts.
  const given = [...(await linkFromAbove(tx, groups, made)), ...(await linkFromSources(tx, groups, made))];
  await record(
    ...[...Map.groupBy(given, ({ id, cascades, userTypes }) => JSON.stringify([id, cascades, userTypes])).values()].map(
      (links) => {
        const { id, cascades, userTypes } = links[0] as Link;
        const careGroups = links.map(({ careGroupId }) => careGroupId);
        return {
          action: 'document.attached' as const,
          record: { kind: 'document' as const, id },
          changes: created({ careGroups, cascades: cascades || null, userTypes }),
        };
      },
    ),
  );
  await announce(...given.map(({ id, careGroupId }) => ({ type: 'document.changed' as const, id, careGroupId })));
}

interface Made {
  companyId: number;
  linkedAt: Date;
  /** Whom whoever copies may hold at a training form: of others a copy holds nobody. */
  mayHold: readonly string[];
}

/** The documents are held against whoever deletes them, who would not see these links yet. */
async function linkFromAbove(tx: Tx, groups: readonly NewGroup[], { companyId, linkedAt }: Made): Promise<Link[]> {
  const below = groups.filter(({ parentId }) => parentId !== null);
  if (below.length === 0) return [];
  const parents = below.map((one) => one.parentId as number);
  const { rows } = await sql<Link>`
    with held as (
      select document_id from document
      where removed_at is null
        and document_id in (select link.document_id from document_link link
          where link.care_group_id = ${anyOf(parents)} and link.cascades and link.removed_at is null)
      order by document_id for share)
    insert into document_link (document_id, care_group_id, company_id, cascades, is_order_form, user_types, linked_at)
    select held.document_id, made.care_group_id, ${companyId}, true, link.is_order_form, link.user_types, ${linkedAt}
    from unnest(${below.map((one) => one.careGroupId)}::int[], ${parents}::int[]) as made (care_group_id, parent_id)
      join document_link link on link.care_group_id = made.parent_id join held using (document_id)
    where link.cascades and link.removed_at is null
    order by held.document_id, made.care_group_id
    returning document_id as id, care_group_id as "careGroupId", cascades, user_types as "userTypes"`.execute(tx);
  return rows;
}

/**
 * An order form is of the trial's configuration, and a report is on the people of the source: neither is the copy's. The
 * documents are held as above.
 */
async function linkFromSources(
  tx: Tx,
  groups: readonly NewGroup[],
  { companyId, linkedAt, mayHold }: Made,
): Promise<Link[]> {
  const copies = groups.filter(({ copyOf }) => copyOf !== null);
  if (copies.length === 0) return [];
  const sources = copies.map(({ copyOf }) => copyOf as number);
  const { rows } = await sql<Link>`
    with held as (
      select document_id from document
      where removed_at is null
        and document_id in (select link.document_id from document_link link
          where link.care_group_id = ${anyOf(sources)} and link.removed_at is null and not link.is_order_form)
        and not exists (select from user_report report where report.document_id = document.document_id)
      order by document_id for share)
    insert into document_link (document_id, care_group_id, company_id, cascades, user_types, linked_at)
    select held.document_id, copy.care_group_id, ${companyId}, link.cascades,
      nullif(array(select held_type from unnest(link.user_types) as held_type where held_type = any(${mayHold}::text[])), '{}'), ${linkedAt}
    from unnest(${copies.map((one) => one.careGroupId)}::int[], ${sources}::int[]) as copy (care_group_id, source_id)
      join document_link link on link.care_group_id = copy.source_id join held using (document_id)
    where link.removed_at is null and not link.is_order_form
    order by held.document_id, copy.care_group_id
    on conflict (document_id, care_group_id) where removed_at is null do nothing
    returning document_id as id, care_group_id as "careGroupId", cascades, user_types as "userTypes"`.execute(tx);
  return rows;
}
