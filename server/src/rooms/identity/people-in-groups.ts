/** Whom a reviewer's groups hold (SEC-23). */
import { sql } from 'kysely';
import { groupsOf, type Reviewer, type Rows } from '#platform/audit/places.ts';
import { reaches } from './people.ts';

/** Who is in one of the reviewer's groups, in whichever others too. */
export const colleagues = (viewer: Pick<Reviewer, 'careGroupIds'>): Rows =>
  sql`select member.provider_id from care_group_member member where member.care_group_id = ${groupsOf(viewer)}`;

/** Those of them about whom the reviewer may decide: nothing of theirs lies beyond the reviewer's groups. */
export const peopleWithin = (viewer: Reviewer): Rows =>
  sql`select colleague.provider_id from (select distinct provider_id from (${colleagues(viewer)}) member) colleague
    where ${reaches(viewer.providerId, sql.ref('colleague.provider_id'))}`;
