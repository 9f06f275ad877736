/** Looks at one file after the other. */
import { pdfProblem } from './pdf-problem.ts';

export const work = (file: Uint8Array) => pdfProblem(Buffer.from(file.buffer, file.byteOffset, file.length));
