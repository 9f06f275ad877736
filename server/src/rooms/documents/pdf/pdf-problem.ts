/** What speaks against a file as a document. It may cost much time and memory, so it is asked in a worker. */
import { watchActions } from './pdf-actions.ts';
import { objectsOf } from './pdf-objects.ts';
import { watchPages } from './pdf-pages.ts';

export type PdfProblem = 'document.not_pdf' | 'document.encrypted' | 'document.active';

export function pdfProblem(file: Buffer): PdfProblem | null {
  if (!beginsWell(file) || !endsWell(file)) return 'document.not_pdf';
  const actions = watchActions();
  const pages = watchPages();
  let isWhole = true;
  try {
    for (const object of objectsOf(file)) {
      if (object.tokens.includes('/Encrypt')) return 'document.encrypted';
      actions.see(object);
      pages.see(object);
    }
  } catch {
    isWhole = false;
  }
  if (actions.isActive()) return 'document.active';
  // It could hide from us what a viewer would find; no honest program writes such a file.
  return isWhole && pages.hasPages() ? null : 'document.not_pdf';
}

/** Before its first line is nothing but white space: anything else could be a page or an archive for another program. */
const beginsWell = (file: Buffer): boolean => /^[\s\0]{0,1000}%PDF-/.test(file.toString('latin1', 0, 1_024));

/** Nor is there behind its last line; some programs fill up the last block. */
function endsWell(file: Buffer): boolean {
  let end = file.length;
  while (end > 0 && [0, 9, 10, 12, 13, 26, 32].includes(file[end - 1] as number)) end -= 1;
  return file.toString('latin1', Math.max(0, end - 5), end) === '%%EOF';
}
