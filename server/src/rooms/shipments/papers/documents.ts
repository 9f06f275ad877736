/** Documents of a request that is already known to be in sight. SQL, nothing else. */
import type { Tx } from '#platform/database/db.ts';

/** SDC-06: the same for both sides, newest first. */
export const listDocuments = (tx: Tx, requestId: number) =>
  tx
    .selectFrom('shipment_document as held')
    .innerJoin('document', 'document.document_id', 'held.document_id')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .innerJoin('provider as uploader', 'uploader.provider_id', 'document.uploader_id')
    .where('held.request_id', '=', requestId)
    .where('document.removed_at', 'is', null)
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
    ]);
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
