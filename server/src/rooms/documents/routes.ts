import * as api from '@portal/contract/documents/endpoints.ts';
import type { Room } from '#platform/calls.ts';
import { fail } from '#platform/fail.ts';
import { findVisible } from './queries.ts';

export const documents: Room = ({ route }) => {
  route(api.fetchDocument, async ({ viewer, query, tx, files, saw }) => {
    const row = await findVisible(tx, viewer, query.docId);
    if (!row) throw fail('not_found');
    const bytes = await files.get(row.file_id);
    if (!bytes) throw new Error(`the file of document ${row.document_id} is gone`);
    saw('participant', row.participant_ids);
    return {
      docId: row.document_id,
      friendlyName: row.friendly_name,
      filename: row.filename,
      contentType: row.content_type,
      data: bytes.toString('base64'),
    };
  });
};
