import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Pdf, PdfInPieces } from './pdf/open-pdf.ts';

export interface NewDocument {
  pdf: Pdf | PdfInPieces;
  filename: string;
  friendlyName: string;
  /** Who may open it besides administrators: the people of this trial or site, and those of this partner. */
  careGroupId: number | null;
  partnerId: number | null;
  isTemplate?: boolean | undefined;
  isLibrary?: boolean | undefined;
  uploaderOwned?: boolean | undefined;
  description?: string | null | undefined;
  /** The form that it is a copy of. */
  templateId?: number | undefined;
  /** The one that it corrects. */
  correctsId?: number | null | undefined;
}

/** Keeps a PDF as a document. The names are kept as they were given; on the disk it lies under an id of ours (SEC-31). */
export async function keepDocument(
  { tx, viewer, now, files, record }: Act<Actor & { providerId: number }>,
  { pdf, filename, friendlyName, careGroupId, partnerId, ...given }: NewDocument,
): Promise<{ id: number }> {
  const { fileId, bytes, sha256 } = await files.keep(pdf, pdfType);
  const {
    isTemplate = false,
    isLibrary = false,
    uploaderOwned = false,
    description = null,
    templateId,
    correctsId,
  } = given;
  const { document_id: id } = await tx
    .insertInto('document')
    .values({
      company_id: viewer.companyId,
      file_id: fileId,
      filename,
      friendly_name: friendlyName,
      uploader_id: viewer.providerId,
      uploaded_at: now(),
      care_group_id: careGroupId,
      partner_id: partnerId,
      is_template: isTemplate,
      is_library: isLibrary,
      uploader_owned: uploaderOwned,
      description: description || null,
      template_id: templateId ?? null,
      corrects_id: correctsId ?? null,
    })
    .returning('document_id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'document.kept',
    record: { kind: 'document', id },
    changes: created({
      filename,
      friendlyName,
      bytes,
      sha256,
      careGroupId,
      partnerId,
      isTemplate: isTemplate || null,
      isLibrary: isLibrary || null,
      uploaderOwned: uploaderOwned || null,
      description: description || null,
      templateId,
      correctsId,
    }),
  });
  return { id };
}
