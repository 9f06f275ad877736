import { deleteDocument } from '@portal/contract/documents/endpoints.ts';
import { call } from '#api/call.ts';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { fetchTelling } from '#api/fetch-telling.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { toBase64 } from '#kit/base64.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { toastFailure } from '#kit/toast.ts';
import { documentWaitMs } from '#api/exchange.ts';
import { sentenceAndWayOn } from './way-on.ts';

type Way = NonNullable<Parameters<typeof call>[2]>;

interface Upload {
  file: Blob;
  /** What it is called. */
  name: string;
  save: (data: string, way: Way) => Promise<{ documentId: number }>;
  remove?: (docId: number, way: Way) => Promise<unknown>;
}
interface Going {
  signal?: AbortSignal;
  /** Is told which share of it has left. */
  onSent?: (share: number) => void;
}
export type SavedFirst = ReturnType<typeof savedFirst>;

/**
 * A document that is saved before more is done with it. It is saved once, however often that is tried (REL-06), and taken back where
 * nobody goes on with it: then it is of no use to anybody.
 */
export function savedFirst({ file, name, save, remove = removeDocument }: Upload) {
  const key = newKey();
  let docId: number | null = null;
  /** What was sent, while nobody knows whether it was saved. */
  let lost: string | null = null;
  let leaving: Promise<void> | null = null;
  let isLeft = false;

  const number = async ({ signal, onSent }: Going = {}): Promise<number> => {
    if (docId !== null) return docId;
    // As it was sent: the file may have been changed on the disk since.
    const data = lost ?? (await toBase64(file).catch(() => null));
    if (data === null) throw new Unreadable();
    signal?.throwIfAborted();
    let left = 0;
    const tell = (share: number) => {
      left = share;
      onSent?.(share);
    };
    const way = {
      key,
      waitMs: documentWaitMs,
      ...(signal && { signal }),
      ...(onSent && { fetch: fetchTelling(tell) }),
    };
    try {
      docId = (await save(data, way)).documentId;
      lost = null;
      return docId;
    } catch (error) {
      // Given up half-way, as far as the browser has told, it never came to the server.
      if (!signal?.aborted) lost = isUnanswered(error) ? data : null;
      else if (left === 1) lost = data;
      throw error;
    }
  };

  const leave = async (signal?: AbortSignal) => {
    isLeft = true;
    const way = signal ? { signal } : {};
    try {
      // Known by its key alone, it is asked for by that once more.
      if (lost !== null) await number(way).catch(unlessItIsNot);
      if (docId !== null) await remove(docId, way).catch(unlessGone);
      docId = null;
    } catch (error) {
      throw signal?.aborted ? error : new NotTakenBack(name, error);
    }
  };
  const unlessItIsNot = (error: unknown) => {
    if (lost !== null) throw error;
  };

  const takeBack = (signal?: AbortSignal): Promise<void> =>
    (leaving ??= leave(signal).finally(() => {
      leaving = null;
    }));

  return {
    /** Its number, once it is saved. */
    number,
    /** Nothing of it is there afterwards, or this fails, and may be tried again. */
    takeBack,
    /** The same while the screen goes away: that it failed is all that can be said then. */
    throwAway: (): void => {
      void takeBack().catch((error: unknown) => {
        if (error instanceof NotTakenBack) error.say();
      });
    },
    isSaved: () => docId !== null,
    /** Taking it back has begun, and may have been done: nobody goes on with it. */
    isLeft: () => isLeft,
    /** It is saved, or nobody knows whether it is. */
    mayBeSaved: () => docId !== null || lost !== null,
  };
}

const removeDocument = (docId: number, way: Way) => call(deleteDocument, { query: { docId } }, way);

const unlessGone = (error: unknown) => {
  if (!isNotThere(error)) throw error;
};

/** The file, not the server, is what failed. */
export class Unreadable extends Error {}

/** What was saved, or may have been, is still there. */
export class NotTakenBack extends Error {
  #name: string;
  constructor(name: string, cause: unknown) {
    super(sentenceOf(cause), { cause });
    this.#name = name;
  }
  refused(press: string): Refused {
    return {
      title: `Your first try, “${this.#name}”, could not be taken back`,
      text: sentenceAndWayOn(this.cause, press),
    };
  }
  say(): void {
    // Whose session is over is told so.
    if (this.cause instanceof CallFailure && this.cause.status === 401) return;
    toastFailure(`“${this.#name}” could not be taken back, and may still be there.`, this.message);
  }
}
