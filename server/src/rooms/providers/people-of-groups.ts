/** The people of groups, as reports and pickers list them. SQL, nothing else. */
import type { UserType } from '@portal/contract/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { trainedAt } from '#rooms/identity/door.ts';

export interface PersonOfGroups {
  cpID: number;
  name: string;
  email: string;
  type: UserType;
  adminRights: boolean;
  isActive: boolean;
  isPending: boolean;
  isPrescriber: boolean;
  /** For the trials of the groups: false also where no form applies, as in the report of trainings. */
  trainingComplete: boolean;
  /** The latest of the forms that they acknowledged, of whatever trial. */
  trainingDocId: number | null;
  gIds: number[];
  recentlyDeactivated: boolean;
  recentlyInvited: boolean;
  recentlyRegistered: boolean;
  recentlyRemoved: boolean;
  recentlyAdded: boolean;
  recentlyReactivated: boolean;
  recentlyChangedRights: boolean;
}

/**
 * Everybody with access to these groups, or invited to what gives it: people of a group, of its trial and of its sites, of their partners
 * and their sponsor, and administrators of the company. Groups decide for neither Sponsors nor Admins, as in `viewer_at`. What is recent
 * happened on or after `since` (OPC-91): then those alone to whom something did, and those who lost their access. Without it nothing is.
 */
export function peopleOfGroups(tx: Tx, careGroupIds: readonly number[], { since }: { since: Date | null }) {
  const at = since ?? sql`'infinity'::timestamptz`;
  // Whoever was revoked before keeps their rows in groups, and loses nothing with them.
  const hadAccess = sql`(p.is_active or p.removed_at >= ${at} or ${happened(at, sql`e.action = 'provider.deactivated'`)})`;
  const people = sql<PersonOfGroups>`(
    with asked as (
      select g.care_group_id, g.parent_id, g.sponsor_id from care_group g where g.care_group_id = ${anyOf(careGroupIds)}),
    below as (
      select care_group_id from asked
      union select g.care_group_id from care_group g join asked on g.parent_id = asked.care_group_id where g.removed_at is null),
    place as (
      select care_group_id from below union select parent_id from asked),
    -- Sites that were removed since: their people and whoever is invited keep their rows, and have lost their access.
    gone as (
      select g.care_group_id, g.removed_at from care_group g join asked on g.parent_id = asked.care_group_id where g.removed_at >= ${at}),
    sponsor as (
      select sponsor_id from asked union select g.sponsor_id from care_group g join asked on g.care_group_id = asked.parent_id),
    belongs as (
      select m.provider_id, m.care_group_id from care_group_member m join place using (care_group_id)
      join provider p using (provider_id) where p.type not in ('Sponsor', 'Admin')
      union
      select p.provider_id, used.site_id from site_partner used join below on below.care_group_id = used.site_id
      join provider p using (partner_id) where used.removed_at is null
      union
      select p.provider_id, asked.care_group_id from provider p cross join asked
      where p.type = 'Admin' or p.sponsor_id in (select sponsor_id from sponsor)),
    member as (
      select provider_id, array_agg(care_group_id order by care_group_id) as g_ids, false as is_removed from belongs group by provider_id),
    -- Who was taken in and out, which partner's people, and which sponsor's, by their numbers.
    told as materialized (
      select e.action, e.record_id::int as care_group_id, (change ->> 'old')::int as old_id, (change ->> 'new')::int as new_id
      from audit_entry e cross join lateral jsonb_array_elements(e.changes) change
      where e.record_kind = 'care_group' and e.at >= ${at}
        and e.record_id in (select care_group_id::text from place union select care_group_id::text from gone)
        and (e.action, change ->> 'field') in (('care_group.member_added', 'provider_id'), ('care_group.member_removed', 'provider_id'),
          ('site.partner_connected', 'partner_id'), ('trial.configured', 'sponsor_id'))),
    came as (
      select p.provider_id, told.care_group_id from told join provider p on p.provider_id = told.new_id
      where told.action = 'care_group.member_added' and p.type not in ('Sponsor', 'Admin')
      union
      select p.provider_id, told.care_group_id from told join provider p on p.partner_id = told.new_id
      where told.action = 'site.partner_connected'
      union
      select p.provider_id, asked.care_group_id from told join provider p on p.sponsor_id = told.new_id cross join asked
      where told.action = 'trial.configured'),
    left_group as (
      select p.provider_id, told.care_group_id from told join provider p on p.provider_id = told.old_id
      where told.action = 'care_group.member_removed' and p.type not in ('Sponsor', 'Admin')
      union
      select m.provider_id, m.care_group_id from care_group_member m join gone using (care_group_id)
      join provider p using (provider_id) where p.type not in ('Sponsor', 'Admin') and ${hadAccess}
      union
      select p.provider_id, used.site_id from site_partner used join below on below.care_group_id = used.site_id
      join provider p using (partner_id) where used.removed_at >= ${at} and ${hadAccess}
      union
      select p.provider_id, used.site_id from site_partner used join gone on gone.care_group_id = used.site_id
      join provider p using (partner_id) where (used.removed_at is null or used.removed_at >= ${at}) and ${hadAccess}
      union
      select p.provider_id, asked.care_group_id from told join provider p on p.sponsor_id = told.old_id cross join asked
      where told.action = 'trial.configured'),
    removed as (
      select provider_id, array_agg(care_group_id order by care_group_id) as g_ids, true as is_removed from left_group
      where provider_id not in (select provider_id from member) group by provider_id),
    known as (
      select * from member union all select * from removed),
    -- Who came since into a place where they are known. Two whole sets are compared, which no plan does row by row.
    added as (
      select provider_id, care_group_id from came intersect select provider_id, unnest(g_ids) from known),
    invited_to as (
      select to_group.invitation_id, to_group.care_group_id from invitation_care_group to_group join place using (care_group_id)
      join invitation i using (invitation_id) where i.type not in ('Sponsor', 'Admin')
      union
      select i.invitation_id, asked.care_group_id from invitation i cross join asked
      where i.type = 'Admin' or i.type = 'Sponsor' and i.sponsor_id in (select sponsor_id from sponsor)
      union
      select i.invitation_id, used.site_id from site_partner used join below on below.care_group_id = used.site_id
      join invitation i using (partner_id) where used.removed_at is null),
    gone_before_use as (
      select to_group.invitation_id, to_group.care_group_id from invitation_care_group to_group join gone using (care_group_id)
      join invitation i using (invitation_id) where i.type not in ('Sponsor', 'Admin')
      union
      select i.invitation_id, used.site_id from site_partner used join gone on gone.care_group_id = used.site_id
      join invitation i using (partner_id)
      where i.created_at < coalesce(used.removed_at, gone.removed_at) and (used.removed_at is null or used.removed_at >= ${at})),
    sent as (
      select i.*, array_agg(care_group_id order by care_group_id) as g_ids, i.cancelled_at is not null as is_withdrawn
      from invitation i join invited_to using (invitation_id)
      where i.used_at is null group by i.invitation_id
      union all
      select i.*, array_agg(care_group_id order by care_group_id), true
      from invitation i join gone_before_use using (invitation_id)
      where i.used_at is null and i.invitation_id not in (select invitation_id from invited_to) group by i.invitation_id)
    select p.provider_id as "cpID", btrim(p.first_name || ' ' || p.last_name) as name, p.email, p.type, p.admin_rights as "adminRights",
      p.is_active as "isActive", false as "isPending", p.is_prescriber as "isPrescriber", known.g_ids as "gIds",
      ${trainedAt('p', sql`select coalesce(asked.parent_id, asked.care_group_id) from asked`)} is not null as "trainingComplete",
      (select own.document_id from training_acknowledgement own where own.provider_id = p.provider_id
        and own.acknowledged_at is not null order by own.acknowledged_at desc limit 1) as "trainingDocId",
      ${happened(at, sql`e.action = 'provider.deactivated'`)} as "recentlyDeactivated",
      exists (select from invitation i where i.provider_id = p.provider_id and i.created_at >= ${at}) as "recentlyInvited",
      p.created_at >= ${at} as "recentlyRegistered", known.is_removed or p.removed_at is not null as "recentlyRemoved",
      p.provider_id in (select provider_id from added) as "recentlyAdded",
      ${happened(at, sql`e.action = 'provider.reactivated'`)} as "recentlyReactivated",
      ${happened(at, sql`e.action = 'provider.changed' and e.changes @> '[{"field": "admin_rights"}]'`)} as "recentlyChangedRights"
    from known join provider p using (provider_id)
    where p.removed_at is null or p.removed_at >= ${at}
    union all
    select sent.person_id, '', sent.email, sent.type, sent.admin_rights, true, true, sent.is_prescriber, sent.g_ids, false, null,
      false, sent.created_at >= ${at}, false, sent.is_withdrawn, false, false, false
    from sent
    where sent.cancelled_at is null
      -- Not one that another invitation took the place of, or that somebody of another company used.
      or sent.cancelled_at >= ${at} and not exists (
        select from invitation later where later.email = sent.email and later.invitation_id > sent.invitation_id)
    )`;
  return tx
    .selectFrom(people.as('person'))
    .selectAll('person')
    .$if(since !== null, (query) =>
      query.where(
        sql<boolean>`"recentlyDeactivated" or "recentlyInvited" or "recentlyRegistered" or "recentlyRemoved"
          or "recentlyAdded" or "recentlyReactivated" or "recentlyChangedRights"`,
      ),
    )
    .orderBy('name')
    .orderBy('email');
}

/** Whether the trail tells this of the person `p` from then on. */
const happened = (at: Date | RawBuilder<unknown>, what: RawBuilder<unknown>) =>
  sql`exists (select from audit_entry e where e.company_id = p.company_id and e.record_kind = 'provider'
        and e.record_id = p.provider_id::text and ${what} and e.at >= ${at})`;

/** Everybody who has access to these groups or ever had it, also who was removed since, or had it in an emergency alone. */
export async function everOfGroups(tx: Tx, careGroupIds: readonly number[]): Promise<number[]> {
  const people = await peopleOfGroups(tx, careGroupIds, { since: new Date(0) })
    .clearSelect()
    .clearOrderBy()
    .select('cpID')
    .where('isPending', '=', false)
    .unionAll(
      tx
        .selectFrom('emergency_access')
        .select('provider_id as cpID')
        .where(
          sql<boolean>`care_group_id in (select care_group_id from care_group where care_group_id = ${anyOf(careGroupIds)}
            union select parent_id from care_group where care_group_id = ${anyOf(careGroupIds)})`,
        ),
    )
    .execute();
  return people.map(({ cpID }) => cpID);
}

/** Those of these people whom somebody sees: themselves, whom the lists of their groups show, and all of a company that is in sight. */
export async function shownTo(tx: Tx, viewer: Viewer, providerIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (seesWhole(viewer)) return new Set(providerIds);
  const shown = await peopleOfGroups(tx, viewer.careGroupIds ?? [], { since: null })
    .clearSelect()
    .select('cpID')
    .where('cpID', '=', anyOf(providerIds))
    .where('isPending', '=', false)
    .execute();
  return new Set([viewer.providerId, ...shown.map(({ cpID }) => cpID)]);
}
