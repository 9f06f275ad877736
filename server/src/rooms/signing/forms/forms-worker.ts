/** Works on one PDF after the other. It loads what a piece of work needs with the first such piece: all of it takes a second. */
import type { SealingIdentity } from './sealing-identity.ts';
import type { SignatureEntry } from './signature-page.ts';
import type { ToWrite } from './write-filling.ts';

const works = {
  readForm: async (bytes: Uint8Array) => {
    const [{ readForm }, { openFile }] = await Promise.all([import('./form-fields.ts'), import('./pdf-file.ts')]);
    return readForm(await openFile(bytes));
  },
  validateForm: async (bytes: Uint8Array, signers: number) =>
    (await import('./validate-form.ts')).validateForm(bytes, signers),
  takeFilling: async (dealt: Uint8Array, submitted: Uint8Array, signer: number) =>
    (await import('./take-filling.ts')).takeFilling(dealt, submitted, signer),
  checkDrawing: async (png: Uint8Array) => (await import('./check-drawing.ts')).checkDrawing(png),
  writeFilling: async (dealt: Uint8Array, filling: ToWrite) =>
    (await import('./write-filling.ts')).writeFilling(dealt, filling),
  fillByLabel: async (bytes: Uint8Array, values: Readonly<Record<string, string>>) =>
    (await import('./write-filling.ts')).fillByLabel(bytes, values),
  addSignaturePage: async (bytes: Uint8Array, entries: readonly SignatureEntry[]) =>
    (await import('./signature-page.ts')).addSignaturePage(bytes, entries),
  makeSealingIdentity: async (name: string, now: Date) =>
    (await import('./sealing-identity.ts')).makeSealingIdentity(name, now),
  sealFile: async (bytes: Uint8Array, identity: SealingIdentity, at: Date) =>
    (await import('./seal.ts')).sealFile(bytes, identity, at),
  verifySeal: async (bytes: Uint8Array, known?: readonly string[]) =>
    (await import('./read-seal.ts')).verifySeal(bytes, known),
};
export type Works = typeof works;
export interface Piece {
  name: keyof Works;
  given: unknown[];
}

export const work = ({ name, given }: Piece): Promise<unknown> =>
  (works[name] as (...given: unknown[]) => Promise<unknown>)(...given);
