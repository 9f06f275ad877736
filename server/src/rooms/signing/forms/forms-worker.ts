/** Works on one PDF after the other. It loads what a piece of work needs with the first such piece: all of it takes a second. */
import type { Work } from '#platform/core/workers.ts';

/** Each reads its code and returns what does it. */
const works = {
  readForm: async () => {
    const [{ readForm }, { openFile }] = await Promise.all([import('./form-fields.ts'), import('./pdf-file.ts')]);
    return async (bytes: Uint8Array) => readForm(await openFile(bytes));
  },
  validateForm: async () => (await import('./validate-form.ts')).validateForm,
  findUnlike: async () => (await import('./unlike-on-paper.ts')).findUnlike,
  takeFilling: async () => (await import('./take-filling.ts')).takeFilling,
  checkDrawing: async () => (await import('./check-drawing.ts')).checkDrawing,
  writeFilling: async () => (await import('./write-filling.ts')).writeFilling,
  fillByLabel: async () => (await import('./write-filling.ts')).fillByLabel,
  addSignaturePage: async () => (await import('./signature-page.ts')).addSignaturePage,
  makeSealingIdentity: async () => (await import('./sealing-identity.ts')).makeSealingIdentity,
  sealFile: async () => (await import('./seal.ts')).sealFile,
  verifySeal: async () => (await import('./read-seal.ts')).verifySeal,
};
export type Works = { [N in keyof typeof works]: Awaited<ReturnType<(typeof works)[N]>> };
export interface Piece {
  name: keyof Works;
  given: unknown[];
}

export const work: Work<Piece, unknown> = async ({ name, given }) => {
  const act = (await works[name]()) as (...given: unknown[]) => Promise<unknown>;
  return () => act(...given);
};
