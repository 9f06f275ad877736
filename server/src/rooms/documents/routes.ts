import * as api from '@portal/contract/documents/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';
import { findVisible } from './queries.ts';

export const documents: Room = ({ route, alarms }) => {
  route(api.fetchDocument, async ({ viewer, query, tx, files, logRead, http: { request } }) => {
    const row = await findVisible(tx, viewer, query.docId);
    if (!row) throw fail('not_found');
    const bytes = await files
      .read(row.key)
      .then((found) => {
        if (!found) throw new Error(`the file of document ${row.document_id} is gone`);
        return found;
      })
      .catch((error: unknown) => {
        alarms.tell({ what: 'damaged', brand: request.brand, viewer, documentId: row.document_id });
        throw error;
      });
    logRead('participant', row.participant_ids);
    return {
      docId: row.document_id,
      friendlyName: row.friendly_name,
      filename: row.filename,
      contentType: row.content_type,
      data: bytes.toString('base64'),
    };
  });
};
