/** Looks at one file after the other. */
import type { Work } from '#platform/core/workers.ts';
import { type PdfProblem, pdfProblem } from './pdf-problem.ts';

export const work: Work<Uint8Array, PdfProblem | null> = (file) => () =>
  pdfProblem(Buffer.from(file.buffer, file.byteOffset, file.length));
