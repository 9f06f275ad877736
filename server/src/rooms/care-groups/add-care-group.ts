import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { created, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import { inSight, type Sight } from './queries.ts';

export interface NewCareGroup {
  /** A trial stands alone; a site stands below a trial, a group below a group or alone. */
  kind: 'trial' | 'site' | 'group';
  parentId?: number | null;
  name: string;
  displayName: string;
  description?: string;
  primaryContactId?: number | null;
  brandId?: number | null;
}

/** Adds a trial, a site or a clinic's group. Two at once of one name: the unique index lets one in (OPS-29, REL-08). */
export async function addCareGroup(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  given: NewCareGroup,
  action: 'care_group.added' | 'care_group.copied' = 'care_group.added',
): Promise<number> {
  const parentId = given.parentId ?? null;
  if (parentId !== null) await holdParent(tx, viewer, parentId, given.kind);
  else if (given.kind === 'site') throw fail('care_group.wrong_place');
  const fields = {
    parent_id: parentId,
    kind: given.kind,
    name: given.name.trim(),
    display_name: given.displayName.trim(),
    description: given.description ?? '',
    primary_contact_id: given.primaryContactId ?? null,
    brand_id: given.brandId ?? null,
  };
  const { id } = await tx
    .insertInto('care_group')
    .values({ ...fields, company_id: viewer.companyId, created_at: clock.now() })
    .returning('care_group_id as id')
    .executeTakeFirstOrThrow();
  await record(tx, clock, viewer, { action, record: { kind: 'care_group', id }, changes: created(fields) });
  await announce(tx, clock, viewer.companyId, { type: 'care_group.changed', id, careGroupId: id });
  return id;
}

/** The parent may not go away in the meantime. */
async function holdParent(tx: Tx, viewer: Sight, parentId: number, kind: NewCareGroup['kind']): Promise<void> {
  const parent = await tx
    .selectFrom('care_group')
    .select('kind')
    .where('care_group_id', '=', parentId)
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .forKeyShare()
    .executeTakeFirst();
  if (!parent) throw fail('not_found');
  if (kind === 'trial' || parent.kind !== (kind === 'site' ? 'trial' : 'group')) throw fail('care_group.wrong_place');
}
