/** Whom a reviewer's groups hold (SEC-23). */
import { sql } from 'kysely';
import { groupsOf, type Reviewer, type Rows } from '#platform/audit/places.ts';
import { reaches } from './people.ts';

/** A site's is that of its trial, which stands above it. */
export const sponsorOfGroup = sql<number | null>`coalesce(above.sponsor_id, g.sponsor_id)`;

/**
 * A sponsor's people stay in the groups that they were invited to; once the trial is another sponsor's, they share these with nobody.
 * Of rows of persons or invitations (`whose`) with the groups they have (`inGroup`).
 */
export const isShared = (whose: string, inGroup: string) =>
  sql`(${sql.ref(`${whose}.type`)} <> 'Sponsor' or not exists (
    select from care_group g left join care_group above on above.care_group_id = g.parent_id
    where g.care_group_id = ${sql.ref(`${inGroup}.care_group_id`)} and ${sponsorOfGroup} <> ${sql.ref(`${whose}.sponsor_id`)}))`;

/** Who is in one of the reviewer's groups, in whichever others too. */
export const colleagues = (viewer: Pick<Reviewer, 'careGroupIds'>): Rows =>
  sql`select member.provider_id from care_group_member member join provider person on person.provider_id = member.provider_id
    where member.care_group_id = ${groupsOf(viewer)} and ${isShared('person', 'member')}`;

/** Those of them about whom the reviewer may decide: nothing of theirs lies beyond the reviewer's groups. */
export const peopleWithin = (viewer: Reviewer): Rows =>
  sql`select colleague.provider_id from (select distinct provider_id from (${colleagues(viewer)}) member) colleague
    where ${reaches(viewer.providerId, sql.ref('colleague.provider_id'))}`;
