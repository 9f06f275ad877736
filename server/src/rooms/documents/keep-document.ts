import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import { created, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Pdf } from './open-pdf.ts';

export interface NewDocument {
  pdf: Pdf;
  filename: string;
  friendlyName: string;
  /** Who may open it besides administrators: the people of this trial or site, and those of this partner. */
  careGroupId: number | null;
  partnerId: number | null;
}

/** Keeps a PDF as a document. The names are kept as they were given; on the disk it lies under an id of ours (SEC-31). */
export async function keepDocument(
  tx: Tx,
  clock: Clock,
  files: Pick<Files, 'put'>,
  person: Actor & { providerId: number },
  { pdf, filename, friendlyName, careGroupId, partnerId }: NewDocument,
): Promise<{ id: number }> {
  const fileId = await files.put(pdf);
  const { document_id: id } = await tx
    .insertInto('document')
    .values({
      company_id: person.companyId,
      file_id: fileId,
      filename,
      friendly_name: friendlyName,
      content_type: pdfType,
      bytes: pdf.length,
      uploader_id: person.providerId,
      uploaded_at: clock.now(),
      care_group_id: careGroupId,
      partner_id: partnerId,
    })
    .returning('document_id')
    .executeTakeFirstOrThrow();
  await record(tx, clock, person, {
    action: 'document.kept',
    record: { kind: 'document', id },
    changes: created({ filename, friendlyName, bytes: pdf.length, fileId, careGroupId, partnerId }),
  });
  return { id };
}
