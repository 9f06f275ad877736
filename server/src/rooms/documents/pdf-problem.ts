/** What speaks against a file as a document. It may cost much time and memory, so it is asked in a thread of its own. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { namesOf } from './pdf-names.ts';

export type PdfProblem = 'document.not_pdf' | 'document.encrypted' | 'document.active';

/** SEC-31: scripts, programs, files inside, targets outside. Whoever writes one of these into a PDF writes one of these names. */
const active = new Set(
  `JS JavaScript Rendition OnInstantiate XFA Launch ImportData SubmitForm GoToE GoToR
  EF EmbeddedFile EmbeddedFiles FileAttachment Collection`.split(/\s+/),
);
const isActive = (name: string) => active.has(name) || name.startsWith('RichMedia');

export async function pdfProblem(file: Buffer): Promise<PdfProblem | null> {
  if (!file.subarray(0, 1_024).includes('%PDF-') || !endOf(file).includes('%%EOF')) return 'document.not_pdf';
  let isInert = true;
  try {
    for (const token of namesOf(file)) {
      const name = token.slice(1);
      if (name === 'Encrypt') return 'document.encrypted';
      if (isActive(name)) isInert = false;
    }
  } catch {
    // It could hide from us what a viewer would find; no honest program writes such a file.
    if (isInert) return 'document.not_pdf';
  }
  if (!isInert) return 'document.active';
  return (await hasPages(file)) ? null : 'document.not_pdf';
}

/** Some programs fill up the last block. */
function endOf(file: Buffer): Buffer {
  let end = file.length;
  while (end > 0 && [0, 9, 10, 13, 26, 32].includes(file[end - 1] as number)) end -= 1;
  return file.subarray(Math.max(0, end - 1_024), end);
}

async function hasPages(file: Buffer): Promise<boolean> {
  try {
    return (await PDFDocument.load(file, { updateMetadata: false, parseSpeed: Infinity })).getPageCount() > 0;
  } catch {
    return false;
  }
}
