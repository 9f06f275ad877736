/** The thread that works on one PDF after the other. */
import { parentPort } from 'node:worker_threads';
import { checkDrawing } from './check-drawing.ts';
import { readForm } from './form-fields.ts';
import { openFile } from './pdf-file.ts';
import { verifySeal } from './read-seal.ts';
import { sealFile } from './seal.ts';
import { makeSealingIdentity } from './sealing-identity.ts';
import { addSignaturePage } from './signature-page.ts';
import { takeFilling } from './take-filling.ts';
import { validateForm } from './validate-form.ts';
import { fillByLabel, writeFilling } from './write-filling.ts';

const work = {
  readForm: async (bytes: Uint8Array) => readForm(await openFile(bytes)),
  takeFilling,
  writeFilling,
  addSignaturePage,
  fillByLabel,
  validateForm,
  checkDrawing,
  makeSealingIdentity,
  sealFile,
  verifySeal,
};
export type Work = typeof work;
export interface Piece {
  name: keyof Work;
  given: unknown[];
}

async function answer({ name, given }: Piece): Promise<void> {
  const act = work[name] as (...given: unknown[]) => Promise<unknown>;
  parentPort?.postMessage(await act(...given));
}

// What fails here ends the thread, and is heard by who waits for it.
parentPort?.on('message', (piece: Piece) => void answer(piece));
