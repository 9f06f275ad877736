import { meets } from '@portal/contract/access.ts';
import { readAudit } from '@portal/contract/audit/endpoints.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { groupsOf, type Reviewer, type Rows } from '#platform/audit/places.ts';
import { colleagues } from '#rooms/identity/door.ts';
import { type Reader, trainings } from '../sight.ts';

/**
 * The documents in a reviewer's groups, also those that were in one once, and the trainings of the people there (P11-11, SEC-23). These
 * are looked up person by person: `offset 0` keeps the database from reading those of everybody to join them.
 */
export const documentsInGroups = (viewer: Reviewer): Rows =>
  sql`select document_id from document where care_group_id = ${groupsOf(viewer)}
    union select document_id from document_link where care_group_id = ${groupsOf(viewer)}
    union select document_id from user_report where care_group_id = ${groupsOf(viewer)}
    union select own.document_id from (${colleagues(viewer)}) as colleague cross join lateral (
      select request.document_id from ${trainings} where signer.provider_id = colleague.provider_id offset 0) as own`;

/** Whether this person may read what is on record of a document, deleted or not (P11-11). */
export function isOnRecordFor(viewer: Reader & Reviewer): RawBuilder<SqlBool> {
  if (!meets(readAudit.access, viewer)) return sql.lit(false);
  return viewer.seesWholeCompany ? sql.lit(true) : sql`document.document_id in (${documentsInGroups(viewer)})`;
}
