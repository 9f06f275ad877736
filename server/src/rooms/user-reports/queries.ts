/** The people of groups as a report lists them, and the reports that were made. SQL, nothing else. */
import type { UserType } from '@portal/contract/access.ts';
import type { SigningState } from '@portal/contract/signing/rules.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';

export interface Person {
  cpID: number | null;
  name: string;
  email: string;
  type: UserType;
  adminRights: boolean;
  isActive: boolean;
  isPrescriber: boolean;
  trainingDocId: number | null;
  gIds: number[];
  recentlyDeactivated: boolean;
  recentlyInvited: boolean;
  recentlyRegistered: boolean;
  recentlyRemoved: boolean;
}

/**
 * Everybody with access to these groups or invited to them: members of a group or of its trial, and the people of partners of its sites.
 * What is recent happened on or after `since` (OPC-91). Without it nothing is.
 */
export function peopleOfGroups(
  tx: Tx,
  careGroupIds: readonly number[],
  { since, now }: { since: Date | null; now: Date },
) {
  const at = since ?? sql`'infinity'::timestamptz`;
  const people = sql<Person>`(
    with place as (
      select g.care_group_id, g.parent_id from care_group g where g.care_group_id = ${anyOf(careGroupIds)}),
    member as (
      select m.provider_id, array_agg(distinct m.care_group_id order by m.care_group_id) as g_ids from care_group_member m
      where m.care_group_id in (select care_group_id from place union select parent_id from place)
      group by m.provider_id
      union all
      select p.provider_id, array_agg(distinct used.site_id order by used.site_id) from site_partner used
      join provider p on p.partner_id = used.partner_id
      where used.removed_at is null and used.site_id in (
        select care_group_id from place union select c.care_group_id from care_group c join place on c.parent_id = place.care_group_id)
      group by p.provider_id)
    select provider.provider_id as "cpID", btrim(provider.first_name || ' ' || provider.last_name) as name, provider.email,
      provider.type, provider.admin_rights as "adminRights", provider.is_active as "isActive",
      provider.is_prescriber as "isPrescriber", member.g_ids as "gIds",
      (select own.document_id from training_acknowledgement own where own.provider_id = provider.provider_id
        and own.acknowledged_at is not null order by own.acknowledged_at desc limit 1) as "trainingDocId",
      exists (select from audit_entry e where e.company_id = provider.company_id and e.record_kind = 'provider'
        and e.record_id = provider.provider_id::text and e.action = 'provider.deactivated' and e.at >= ${at}) as "recentlyDeactivated",
      exists (select from invitation i where i.provider_id = provider.provider_id and i.created_at >= ${at}) as "recentlyInvited",
      provider.created_at >= ${at} as "recentlyRegistered",
      false as "recentlyRemoved"
    from member join provider using (provider_id)
    union all
    select null, '', invitation.email, invitation.type, invitation.admin_rights, true, invitation.is_prescriber,
      array_agg(distinct place.care_group_id order by place.care_group_id), null, false,
      invitation.created_at >= ${at}, false, false
    from place join invitation_care_group using (care_group_id) join invitation using (invitation_id)
    where invitation.used_at is null and invitation.cancelled_at is null and invitation.expires_at > ${now}
    group by invitation.invitation_id
    )`;
  return tx
    .selectFrom(people.as('person'))
    .selectAll('person')
    .$if(since !== null, (query) =>
      query.where(
        sql<boolean>`"recentlyDeactivated" or "recentlyInvited" or "recentlyRegistered" or "recentlyRemoved"`,
      ),
    )
    .orderBy('name')
    .orderBy('email');
}

/** Newest first. */
export const reportsOf = (
  tx: Tx,
  { careGroupIds, among }: { careGroupIds: readonly number[] | null; among: number | undefined },
) =>
  tx
    .selectFrom('user_report as report')
    .innerJoin('document', 'document.document_id', 'report.document_id')
    .leftJoin('signing_request as request', 'request.document_id', 'report.document_id')
    .where('document.removed_at', 'is', null)
    .$if(among !== undefined, (query) => query.where('report.care_group_id', '=', among ?? 0))
    .$if(careGroupIds !== null, (query) => query.where('report.care_group_id', '=', anyOf(careGroupIds ?? [])))
    .orderBy('report.document_id', 'desc')
    .select([
      'report.document_id as documentId',
      'report.care_group_id as careGroupId',
      'document.friendly_name as friendlyName',
      'report.changes_since as changesSince',
      'report.created_at as createdAt',
      'request.state',
    ])
    .$narrowType<{ state: SigningState | null }>();

/** The day of the last report of a group; none before it may be named by the next (URP-04). */
export const lastReport = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('user_report as report')
    .innerJoin('document', 'document.document_id', 'report.document_id')
    .where('report.care_group_id', '=', careGroupId)
    .where('document.removed_at', 'is', null)
    .orderBy('report.document_id', 'desc')
    .select('report.changes_since as changesSince')
    .limit(1)
    .executeTakeFirst();
