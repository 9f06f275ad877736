import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { KeptFile } from '#platform/files/keep-file.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Pdf } from './pdf/open-pdf.ts';

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
    .select(['file_id', 'revision', 'version'])
    .where('document_id', '=', documentId)
    // What was signed is sealed, also where it was deleted meanwhile (P11-08).
    .$if(by !== 'sealed', (query) => query.where('removed_at', 'is', null))
    .forUpdate()
    .executeTakeFirst();
  if (!present) throw fail('not_found');
  // Only now: of two at once the later one goes on from what the earlier one made.
  const before = await tx
    .selectFrom('stored_file')
    .select(['bytes', 'sha256'])
    .where('file_id', '=', present.file_id)
    .executeTakeFirstOrThrow();
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
      ...changesBetween({ revision: present.revision, ...before }, { revision, bytes, sha256 }),
      { field: 'replacedBy', new: by },
    ],
  });
  return { bytes, sha256, revision };
}
