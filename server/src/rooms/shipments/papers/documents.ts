/** Documents of a request that is already known to be in sight. SQL, nothing else. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { correctionsShown, countsByGroup, mayDelete, type Reader } from '#rooms/documents/door.ts';

/**
 * The documents of a request, whose number a statement around it may name, and what corrects them (P11-08): once somebody has put it into
 * a group it goes along with the request, under the category of what it corrects.
 */
export const papersOf = (requestId: RawBuilder<unknown>) =>
  sql<{ document_id: number; request_id: number; category: number | null }>`(
    with recursive paper as (
      select document_id, request_id, category, removed_at, false as is_correction
        from shipment_document join document using (document_id) where request_id = ${requestId}
      union all select newer.document_id, paper.request_id, paper.category, newer.removed_at, true
        from paper join document newer on newer.corrects_id = paper.document_id)
    select document_id, request_id, category from paper
      where removed_at is null and (not is_correction or ${countsByGroup(sql.ref('paper.document_id'))}))`;

/** SDC-06: the same for both sides, newest first. Each is looked up by itself (`limit 1`): the database takes them for many. */
export const listDocuments = (tx: Tx, reader: Reader, requestId: number) =>
  tx
    .selectFrom(papersOf(sql`${requestId}::int`).as('held'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('document')
          .selectAll('document')
          .whereRef('document.document_id', '=', 'held.document_id')
          .limit(1)
          .as('document'),
      (join) => join.onTrue(),
    )
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .innerJoin('provider as uploader', 'uploader.provider_id', 'document.uploader_id')
    .leftJoin('signing_request as signing', 'signing.document_id', 'document.document_id')
    .orderBy('held.document_id', 'desc')
    .select([
      'held.document_id',
      'held.request_id',
      'held.category',
      'document.friendly_name',
      'document.filename',
      'file.type as content_type',
      'document.uploaded_at',
      'uploader.first_name',
      'uploader.last_name',
      'signing.state as signing',
    ])
    .select(
      // Whoever reads the papers of a request reads all that corrects them.
      sql<boolean>`exists (select from ${correctionsShown(
        sql.ref('held.document_id'),
        sql`(document.removed_at is null and ${countsByGroup(sql.ref('document.document_id'))})`,
      )} as newer)`.as('is_corrected'),
    )
    .select(mayDelete(reader).as('may_delete'));
export type DocumentRow = Awaited<ReturnType<ReturnType<typeof listDocuments>['execute']>>[number];

/** Whose medication the request is; nobody's where it names no participants. */
export const participantsOf = async (tx: Tx, requestId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('shipment_participant')
      .select('participant_id')
      .where('request_id', '=', requestId)
      .where('participant_id', 'is not', null)
      .$narrowType<{ participant_id: number }>()
      .execute()
  ).map(({ participant_id }) => participant_id);
