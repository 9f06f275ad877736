/** The PDF work of signing, beside the event loop: two files at a time, each in bounded time and memory; one company has one of the two. */
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeWorkers, orNotNow, wasTooMuch } from '#platform/core/workers.ts';
import type { Pdf } from '#rooms/documents/door.ts';
import type { DrawingFinding } from './check-drawing.ts';
import type { Form, FormField } from './form-fields.ts';
import type { Piece, Works } from './forms-worker.ts';
import type { SealFindings } from './read-seal.ts';
import type { SealingIdentity } from './sealing-identity.ts';
import type { SignatureEntry } from './signature-page.ts';
import type { Filling, Refused } from './take-filling.ts';
import type { FormFindings } from './validate-form.ts';
import type { ToWrite } from './write-filling.ts';

export type { FormField, SealFindings, SealingIdentity, SignatureEntry };

/** A file, or how it is read once it is its turn: what waits is not in memory. */
export type Source = Uint8Array | (() => Promise<Uint8Array>);

export interface Forms {
  /** The fields in the order of the file, with what is filled in. */
  read: (file: Source) => Promise<FormField[]>;
  /** The same, and the sizes of the pages. */
  readWhole: (bytes: Uint8Array) => Promise<Form>;
  /** What is in the way of sending it round to so many signers; nothing and nobody where it can be. */
  validate: (file: Source, signers: number) => Promise<FormFindings>;
  /** What of it is not shown alike on the screen and on paper, which nobody may sign. */
  findUnlike: (file: Source) => Promise<string[]>;
  /** An order form with what records know, by the labels of signer 1's text fields, which stay to be corrected (OPS-57). */
  fillByLabel: (bytes: Uint8Array, values: Readonly<Record<string, string>>) => Promise<Uint8Array>;
  /** Values and drawings of the signer's open fields, where the submission differs from what was dealt in nothing else (P11-06). */
  takeFilling: (dealt: Uint8Array, submitted: Pdf, signer: number) => Promise<Filling | Refused>;
  /** Whether what was drawn can be printed. */
  checkDrawing: (png: Uint8Array) => Promise<DrawingFinding>;
  /** Our copy of what was dealt, with values and drawings; the signer's fields are locked. */
  write: (dealt: Uint8Array, filling: ToWrite) => Promise<Uint8Array>;
  /** For a file that is complete; `write` adds it at once where it is given the signatures. */
  addSignaturePage: (bytes: Uint8Array, entries: readonly SignatureEntry[]) => Promise<Uint8Array>;
  makeIdentity: (name?: string, now?: Date) => Promise<SealingIdentity>;
  seal: (bytes: Uint8Array, identity: SealingIdentity, at?: Date) => Promise<Uint8Array>;
  /** `known` are fingerprints of the certificates that may have sealed it; left out, any. */
  verifySeal: (file: Source, known?: readonly string[]) => Promise<SealFindings>;
}

/** What seals documents: a key of this installation, or a machine that keeps one and never gives it away. */
export interface Sealer {
  /** Throws where the certificate has ended: then nothing is sealed. */
  refuseIfEnded: () => Promise<void>;
  /** What is worth saying of the end of its certificate, once a day by each process. */
  warnOfEnd: () => string | null;
  seal: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** With the same key, over what is no PDF. */
  sign: (bytes: Uint8Array) => Promise<Buffer>;
  /** PEM; it is among those that are known once it was asked for. */
  certificate: () => Promise<string>;
}

interface Options {
  worker?: URL;
  /** Less than a call may take, so that whoever sent the file is told what is the matter. */
  limitMs?: number;
  backgroundLimitMs?: number;
}
type ToGive<P extends unknown[]> = { [I in keyof P]: P[I] | (() => Promise<P[I]>) };
const atHand = (one: unknown): unknown => (typeof one === 'function' ? (one as () => Promise<unknown>)() : one);

const tooMuch = 'The file takes too long to read.';

export function makeForms({
  worker = new URL('./forms-worker.ts', import.meta.url),
  limitMs = 6_000,
  backgroundLimitMs = 60_000,
}: Options = {}): Forms & { unhurried: Forms } {
  const places = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
  // It has code and fonts to read before its first form, for which the call that signs has no time: whoever proves who they are draws then,
  // and signs within a minute.
  const askWorker = makeWorkers(worker, { memoryMb: 512, restMs: 60_000 });

  type Reply<N extends keyof Works> = Awaited<ReturnType<Works[N]>>;
  const within = (usualMs: number): Forms => {
    const ask = async <N extends keyof Works>(
      name: N,
      given: ToGive<Parameters<Works[N]>>,
      { limit = usualMs, instead }: { limit?: number; instead?: Reply<N> } = {},
    ): Promise<Reply<N>> => {
      try {
        return await places.run(async () => {
          const piece: Piece = { name, given: await Promise.all(given.map(atHand)) };
          return askWorker<Reply<N>>(piece, limit);
        });
      } catch (error) {
        if (instead !== undefined && wasTooMuch(error)) return instead;
        return orNotNow(error);
      }
    };
    const inBackground = { limit: backgroundLimitMs };

    return {
      read: async (file) => (await ask('readForm', [file])).fields,
      readWhole: (bytes) => ask('readForm', [bytes]),
      validate: (file, signers) =>
        ask('validateForm', [file, signers], {
          instead: { withoutField: [], withoutSignature: [], problems: [tooMuch] },
        }),
      findUnlike: (file) => ask('findUnlike', [file], { instead: [tooMuch] }),
      fillByLabel: (bytes, values) => ask('fillByLabel', [bytes, values]),
      takeFilling: (dealt, submitted, signer) =>
        ask('takeFilling', [dealt, submitted, signer], { instead: { problem: tooMuch } }),
      checkDrawing: (png) => ask('checkDrawing', [png], { instead: 'unreadable' }),
      write: (dealt, filling) => ask('writeFilling', [dealt, filling]),
      addSignaturePage: (bytes, entries) => ask('addSignaturePage', [bytes, entries]),
      makeIdentity: (name = 'Trellis', now = new Date()) => ask('makeSealingIdentity', [name, now], inBackground),
      seal: (bytes, identity, at = new Date()) => ask('sealFile', [bytes, identity, at], inBackground),
      verifySeal: (file, known) => ask('verifySeal', [file, known], inBackground),
    };
  };
  // For what nobody waits for, such as the making of the demo, each piece has the time of background work.
  return { ...within(limitMs), unhurried: within(backgroundLimitMs) };
}

/** The places and workers that all who work with forms share. */
export const forms = makeForms();
