import { sql } from 'kysely';
import { groupsOf, type Reviewer, type Rows } from '#platform/audit/places.ts';

/** The documents in a reviewer's groups, also those that were in one once (P11-11, SEC-23). */
export const documentsInGroups = (viewer: Reviewer): Rows =>
  sql`select document_id from document where care_group_id = ${groupsOf(viewer)}
    union select document_id from document_link where care_group_id = ${groupsOf(viewer)}
    union select document_id from user_report where care_group_id = ${groupsOf(viewer)}
    union select copy.document_id from document_link form join document copy on copy.template_id = form.document_id
      where form.care_group_id = ${groupsOf(viewer)}`;
