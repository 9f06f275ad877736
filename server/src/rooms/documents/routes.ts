import * as api from '@portal/contract/documents/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import { fail } from '#platform/core/fail.ts';
import type { ActFiles } from '#platform/files/keep-file.ts';
import { findVisible } from './queries.ts';

export const documents: Room = ({ route, alarms }) => {
  route(api.fetchDocument, async ({ viewer, query, tx, files, logRead, http: { request, reply } }) => {
    const row = await findVisible(tx, viewer, query.docId);
    if (!row) throw fail('not_found');
    const file = await wholeFile(files, row.key).catch((error: unknown) => {
      alarms.tell({ what: 'damaged', brand: request.brand, viewer, documentId: row.document_id });
      throw error;
    });
    logRead('participant', row.participant_ids);
    fillFromFile(reply, { field: 'data', ...file });
    return {
      docId: row.document_id,
      friendlyName: row.friendly_name,
      filename: row.filename,
      contentType: row.content_type,
      data: '',
    };
  });
};

/** Read to its end once before anything of it leaves: what is damaged is a failure, not half a document. */
async function wholeFile(files: ActFiles, key: string) {
  const found = await files.get(key);
  let bytes = 0;
  for await (const part of found ?? []) bytes += part.length;
  const content = found && (await files.get(key));
  if (!content) throw new Error(`the file ${key} of a document is gone`);
  return { bytes, content };
}
