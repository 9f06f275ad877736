import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { KeptFile } from '#platform/files/keep-file.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Pdf } from './open-pdf.ts';

export interface Replacement {
  documentId: number;
  pdf: Pdf;
  /** What made the new content of the present one. */
  by: 'filled' | 'signed' | 'sealed';
}

/**
 * Gives a document another content; the present one stays as an earlier revision. What has ended is not changed any more, only
 * sealed (P11-08).
 */
export async function replaceContent(
  { tx, viewer, now, files, record }: Act<Actor>,
  { documentId, pdf, by }: Replacement,
): Promise<Pick<KeptFile, 'bytes' | 'sha256'> & { revision: number }> {
  const present = await tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where('document.document_id', '=', documentId)
    .where('document.removed_at', 'is', null)
    .select(['document.file_id', 'document.revision', 'document.version', 'file.sha256', 'file.bytes'])
    .forUpdate('document')
    .executeTakeFirst();
  if (!present) throw fail('not_found');
  const request = await tx
    .selectFrom('signing_request')
    .select('state')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  const state = request?.state ?? 'open';
  if (state !== 'open' && !(state === 'completed' && by === 'sealed')) throw fail('document.signed');
  const { fileId, bytes, sha256 } = await files.keep(pdf, pdfType);
  const revision = present.revision + 1;
  await tx
    .insertInto('document_revision')
    .values({
      document_id: documentId,
      revision: present.revision,
      company_id: viewer.companyId,
      file_id: present.file_id,
      replaced_by: by,
      replaced_at: now(),
    })
    .execute();
  await tx
    .updateTable('document')
    .set({ file_id: fileId, revision, version: present.version + 1 })
    .where('document_id', '=', documentId)
    .execute();
  await record({
    action: 'document.replaced',
    record: { kind: 'document', id: documentId },
    changes: [
      ...changesBetween(
        { revision: present.revision, bytes: present.bytes, sha256: present.sha256 },
        { revision, bytes, sha256 },
      ),
      { field: 'replacedBy', new: by },
    ],
  });
  return { bytes, sha256, revision };
}
