import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { ActFiles } from '#platform/files/keep-file.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { wholeBytes, wholeFile } from './kept-content.ts';
import { keepDocument, type NewDocument } from './keep-document.ts';
import type { Pdf, PdfInPieces } from './pdf/open-pdf.ts';
import { contentOf } from './queries.ts';

/** What a document holds now. Whoever asks has seen to it that it is in sight. */
export const readContent = async (tx: Tx, files: Pick<ActFiles, 'read'>, documentId: number): Promise<Pdf> =>
  (await wholeBytes(files, await presentContent(tx, documentId))) as Uint8Array as Pdf;

/** The same piece by piece: many may ask for their copy of a large form at once. */
const contentInPieces = async (tx: Tx, files: Pick<ActFiles, 'get'>, documentId: number): Promise<PdfInPieces> =>
  (await wholeFile(files, await presentContent(tx, documentId))).content as PdfInPieces;

async function presentContent(tx: Tx, documentId: number) {
  const content = await contentOf(tx, documentId);
  if (!content || content.removedAt) throw fail('not_found');
  return content;
}

/**
 * Makes a document of one's own from a template: what somebody signs names the form that it is a copy of. Its content is the
 * template's, or what was made of that already.
 */
export async function copyDocument(
  act: Act<Actor & { providerId: number }>,
  given: { templateId: number; pdf?: Pdf } & Partial<
    Pick<NewDocument, 'filename' | 'friendlyName' | 'careGroupId' | 'partnerId'>
  >,
): Promise<{ id: number }> {
  const { tx, files } = act;
  const { templateId } = given;
  const pdf = given.pdf ?? (await contentInPieces(tx, files, templateId));
  const template = await tx
    .selectFrom('document')
    .select(['filename', 'friendly_name'])
    .where('document_id', '=', templateId)
    .executeTakeFirstOrThrow();
  return keepDocument(act, {
    pdf,
    templateId,
    filename: given.filename ?? template.filename,
    friendlyName: given.friendlyName ?? template.friendly_name,
    careGroupId: given.careGroupId ?? null,
    partnerId: given.partnerId ?? null,
  });
}
