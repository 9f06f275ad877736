/** The thread that looks at one file after the other. */
import { parentPort } from 'node:worker_threads';
import { pdfProblem } from './pdf-problem.ts';

// What the library says of a damaged file is nothing for our log.
console.warn = () => {};
parentPort?.on('message', (file: Uint8Array) => {
  void pdfProblem(Buffer.from(file.buffer, file.byteOffset, file.length)).then((problem) =>
    parentPort?.postMessage(problem),
  );
});
