/** Where bytes lie under a name: in a folder, or in a store that speaks the S3 protocol. */

export type Content = AsyncIterable<Uint8Array>;
/** From the byte `start` to the one before `end`. */
export interface Range {
  start: number;
  end: number;
}

export interface FileDriver {
  /** Writes all of the content or nothing; each name once. */
  put: (name: string, content: Content) => Promise<void>;
  /** The content, and the size of the whole, or null when there is none. Nothing is held open until the content is read. */
  get: (name: string, range?: Range) => Promise<{ size: number; content: Content } | null>;
  delete: (name: string) => Promise<void>;
  /** The names of everything that lies there, also of what was left half-written, in portions. */
  list: () => AsyncIterable<string[]>;
  /** When this was written, or null when there is no such thing. */
  writtenAt: (name: string) => Promise<Date | null>;
  /** Counts as written now. */
  touch: (name: string) => Promise<void>;
  /** Moves it from what is kept to the trash, from where it can be brought back; there it counts as written now. */
  setAside: (name: string) => Promise<void>;
  /** Puts it from the trash to its place again; false when the trash has no such thing. */
  bringBack: (name: string) => Promise<boolean>;
  /** Removes for good what was set aside before this time, and says how many those were. */
  emptyTrash: (before: Date) => Promise<number>;
  /** What it was marked with, or null. A database and its files know each other by it. */
  marker: () => Promise<string | null>;
  mark: (marker: string) => Promise<void>;
  /** Whether the files are where they were. A bucket has its marker for this. */
  isThere?: () => Promise<boolean>;
  /**
   * The note of the audit trail's end, as it lies beside the files for machines that have none of their own yet; null where there
   * is none. Left out where it lies in the same folder anyway.
   */
  trailNote?: () => Promise<string | null>;
  keepTrailNote?: (note: string) => Promise<void>;
}

/** The store cannot be reached, or refuses us. Its message names no secret. */
export class StoreAway extends Error {}

/** There is no room for more; what lies there can be read. */
export class StoreFull extends StoreAway {}

/** Nothing but a name of this form ever becomes part of a path (SEC-26). */
export const isName = (name: string): boolean => /^[0-9a-f]{24}[0-9a-f-]{0,80}$/.test(name);

/** All of it in one piece. */
export async function whole({ size, content }: { size: number; content: Content }): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  for await (const part of content) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.subarray(0, at);
}

/** The same in pieces of this size, the last one excepted. */
export async function* inPieces(content: Content, pieceBytes: number): AsyncGenerator<Uint8Array> {
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  const piece = () => (parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, size));
  for await (const chunk of content)
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - size);
      at += part.length;
      size += part.length;
      parts.push(part);
      if (size < pieceBytes) continue;
      yield piece();
      [parts, size] = [[], 0];
    }
  if (size > 0) yield piece();
}
