import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { job } from '#platform/jobs/job.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdDocumentOfRequest, type Pdf, replaceContent, tellOfSigning, wholeBytes } from '#rooms/documents/door.ts';
import type { Sealer } from './forms/forms.ts';
import { contentOf } from './queries.ts';

/** Left behind by the last signature: the whole file is sealed once, however often and wherever this runs. */
export const sealDocument = job({
  name: 'seal-document',
  payload: z.object({ requestId: z.int() }),
  retry: { limit: 10, delaySeconds: 10 },
});

export async function sealOnce(act: Act<Actor>, requestId: number, sealer: Sealer): Promise<void> {
  const { tx, now, record, files } = act;
  await holdDocumentOfRequest(tx, { requestId });
  // Held, so that of two runs the later one finds it sealed.
  const request = await tx
    .selectFrom('signing_request')
    .where('signing_request_id', '=', requestId)
    .where('state', '=', 'completed')
    .select(['document_id as documentId', 'sealed_at as sealedAt'])
    .forUpdate()
    .executeTakeFirst();
  if (!request || request.sealedAt) return;
  const { documentId } = request;
  const content = await contentOf(tx, documentId);
  const signed = await wholeBytes(files, content);
  const { sha256 } = await replaceContent(act, { documentId, pdf: (await sealer.seal(signed)) as Pdf, by: 'sealed' });
  const sealedAt = now();
  await tx
    .updateTable('signing_request')
    .set({ sealed_at: sealedAt, sealed_sha256: sha256 })
    .where('signing_request_id', '=', requestId)
    .execute();
  await record({
    action: 'signing.sealed',
    record: { kind: 'signing_request', id: requestId },
    changes: [
      { field: 'documentId', new: documentId },
      { field: 'signedSha256', new: content.sha256 },
      { field: 'sealedSha256', new: sha256 },
      { field: 'sealedAt', new: sealedAt.toISOString() },
    ],
  });
  await tellOfSigning(act, requestId);
}
