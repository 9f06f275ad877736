/** The thread that looks at one file after the other. */
import { parentPort } from 'node:worker_threads';
import { pdfProblem } from './pdf-problem.ts';

parentPort?.on('message', (file: Uint8Array) => {
  parentPort?.postMessage(pdfProblem(Buffer.from(file.buffer, file.byteOffset, file.length)));
});
