/** The reports that were made on the people of groups. SQL, nothing else. */
import type { SigningState } from '@portal/contract/signing/rules.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';

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
    .orderBy('report.created_at', 'desc')
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

/** The day since which the last report of a group tells what changed; one that was rejected counts for nothing. */
export const lastReport = (tx: Tx, careGroupId: number) =>
  reportsByAge(tx, careGroupId)
    .leftJoin('signing_request as request', 'request.document_id', 'report.document_id')
    .where(sql<boolean>`request.state is distinct from 'rejected'`)
    .select('report.changes_since as changesSince')
    .executeTakeFirst();

/** The last one that people were asked to sign, and how far they are: one that was given up before that counts for nothing. */
export const lastAskedReport = (tx: Tx, careGroupId: number) =>
  reportsByAge(tx, careGroupId)
    .innerJoin('signing_request as request', 'request.document_id', 'report.document_id')
    .select(['report.document_id as documentId', 'request.state'])
    .$narrowType<{ state: SigningState }>()
    .executeTakeFirst();

const reportsByAge = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('user_report as report')
    .innerJoin('document', 'document.document_id', 'report.document_id')
    .where('report.care_group_id', '=', careGroupId)
    .where('document.removed_at', 'is', null)
    .orderBy('report.created_at', 'desc')
    .orderBy('report.document_id', 'desc')
    .limit(1);
