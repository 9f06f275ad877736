/** What a person may know of documents. SQL, nothing else. */
import type { pdfType } from '@portal/contract/documents/rules.ts';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { anyOf, type Schema, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

type Reader = Pick<Viewer, 'type' | 'careGroupIds' | 'pharmacyId' | 'wholesalerId'>;

/** The documents this person may know of; every statement of the room starts here (SEC-23). */
export const visibleTo = (reader: Reader) => (eb: ExpressionBuilder<Schema, 'document'>) => {
  // 0 is nobody's partner.
  if (reader.type === 'Pharmacy User') return eb('document.partner_id', '=', reader.pharmacyId ?? 0);
  if (reader.type === 'Wholesaler User') return eb('document.partner_id', '=', reader.wholesalerId ?? 0);
  if (reader.type === 'Sponsor') return eb.lit<SqlBool>(false);
  return reader.careGroupIds === null
    ? eb.lit<SqlBool>(true)
    : eb('document.care_group_id', '=', anyOf(reader.careGroupIds));
};

/** One document, with the participants it is about. */
export const findVisible = (tx: Tx, reader: Reader, id: number) =>
  tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where(visibleTo(reader))
    .where('document.document_id', '=', id)
    .select(['document.document_id', 'file.key', 'document.filename', 'document.friendly_name'])
    .select('file.type as content_type')
    .$narrowType<{ content_type: typeof pdfType }>()
    .select(
      sql<number[]>`array(select subject.participant_id from shipment_document held
        join shipment_participant subject on subject.request_id = held.request_id
        where held.document_id = document.document_id and subject.participant_id is not null order by 1)`.as(
        'participant_ids',
      ),
    )
    .executeTakeFirst();
