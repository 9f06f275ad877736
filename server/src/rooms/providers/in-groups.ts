/** Which records of people and their invitations lie in a reviewer's groups (SEC-23). */
import { sql } from 'kysely';
import { groupsOf, type Reviewer, type Rows } from '#platform/audit/places.ts';
import { peopleWithin } from '#rooms/identity/door.ts';

/** An invitation gives what it gives in groups: without any it is the company's, as are those of sponsors and partners. */
export const invitationsInGroups = (viewer: Reviewer): Rows =>
  sql`select g.invitation_id from invitation_care_group g join invitation using (invitation_id)
    where invitation.type not in ('Admin', 'Sponsor', 'Pharmacy User', 'Wholesaler User') and invitation.invitation_id in (
      select own.invitation_id from invitation_care_group own where own.care_group_id = ${groupsOf(viewer)})
    group by g.invitation_id having bool_and(g.care_group_id = ${groupsOf(viewer)})`;

export const preferencesInGroups = (viewer: Reviewer): Rows =>
  sql`select notification_id from notification_preference where provider_id in (${peopleWithin(viewer)})`;
