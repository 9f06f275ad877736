/** A complete copy as one ZIP: readable pages, a machine form with the hash of every file, and what checks it (P11-19). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import yazl from 'yazl';
import type { Content } from '#platform/files/driver.ts';
import { DamagedFile } from '#platform/files/encrypted-driver.ts';
import type { Files } from '#platform/files/files.ts';
import { fingerprintOf, type Sealer } from '#rooms/signing/door.ts';
import type { Records } from './gather-records.ts';
import { documentPage, entriesByDocument } from './pages.ts';

/** A revision of a document, where it lies in the copy and in the store. */
interface Stored {
  docId: number;
  path: string;
  key: string;
  bytes: number;
  sha256: string | null;
}
interface ToCopy {
  /** What it is a copy of, for the list of files. */
  of: unknown;
  /** The machine form; what checks a copy reads its documents and the trail. */
  records: Pick<Records, 'documents' | 'audit' | 'names'>;
  /** The readable form. */
  index: () => string;
  files: readonly Stored[];
  /** Hears of each file that is not in the store as it was put there. */
  lost: (file: Stored) => void;
  /** PEM. */
  certificates: readonly string[];
  /** By whom the list of files is signed. */
  signed: { certificate: string; sign: Sealer['sign'] };
  madeAt: Date;
}
/** What lies in one of its files: in pieces, since one text has an end, and so that it is held once. */
type Pieces = readonly Buffer[];
const sizeOf = (pieces: Pieces) => pieces.reduce((sum, { length }) => sum + length, 0);
const sha256 = (pieces: Pieces) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

/** A browser takes the whole as one text, four letters for three bytes, and has room for 536,870,888 letters in it. */
const mostBytes = 350 * 1_048_576;
/** After so many pages, or so much of the machine form, whatever else waits for this thread has its turn. */
const pagesAtOnce = 200;
const pieceLength = 1_048_576;

/**
 * Nothing is packed: PDFs are packed already, and so the size is known before the first byte leaves. Null where that is more than a browser
 * can take.
 */
export async function writeCopy(
  files: Pick<Files, 'get'>,
  { of, records, index, files: stored, lost, certificates, signed, madeAt }: ToCopy,
): Promise<{ bytes: number; content: Content } | null> {
  const storedBytes = stored.reduce((sum, one) => sum + one.bytes, 0);
  const machineForm = await inPieces(jsonOf(records), mostBytes - storedBytes);
  if (!machineForm) return null;
  const pages = await unlessTooLong(() => pagesOf(records, index));
  if (!pages) return null;
  const certificateFiles = certificates.map(
    (certificate, at) => [`certificates/${at + 1}.pem`, [Buffer.from(certificate)]] as const,
  );
  const own = fingerprintOf(signed.certificate);
  const signedWith = certificateFiles[certificates.findIndex((one) => fingerprintOf(one) === own)]?.[0];
  const made: readonly (readonly [path: string, pieces: Pieces])[] = [
    ...pages,
    ['records.json', machineForm],
    ['verify.mjs', [readFileSync(path.join(import.meta.dirname, 'verify.mjs'))]],
    ...certificateFiles,
  ];
  if (made.reduce((sum, [, pieces]) => sum + sizeOf(pieces), storedBytes) > mostBytes) return null;
  const hashOf = new Map(
    records.documents.flatMap(({ revisions }) => revisions.map((one) => [one.file, one.sha256] as const)),
  );
  const manifest = Buffer.from(
    JSON.stringify(
      {
        format: 2,
        madeAt,
        of,
        counts: { documents: records.documents.length, entries: records.audit.length },
        certificates: certificateFiles.map(([name]) => name),
        signedWith,
        files: [
          ...made.map(([name, pieces]) => ({ path: name, bytes: sizeOf(pieces), sha256: sha256(pieces) })),
          ...stored.map((one) => ({ path: one.path, bytes: one.bytes, sha256: hashOf.get(one.path) })),
        ],
      },
      null,
      1,
    ),
  );
  const zip = new yazl.ZipFile();
  const options = { mtime: madeAt, compress: false };
  for (const [name, pieces] of made)
    zip.addReadStreamLazy(name, { ...options, size: sizeOf(pieces) }, (give) => give(null, Readable.from(pieces)));
  for (const [name, content] of [
    ['manifest.json', manifest] as const,
    ['manifest.sha256', Buffer.from(`${sha256([manifest])}  manifest.json\n`)] as const,
    ['manifest.sig', await signed.sign(manifest)] as const,
  ])
    zip.addBuffer(content, name, options);
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  // Before anybody reads it, too: who does is told then.
  output.on('error', () => {});
  let file: Readable | undefined;
  // Nobody reads on: what is open in the store is closed.
  output.once('close', () => file?.destroy());
  for (const one of stored)
    zip.addReadStreamLazy(one.path, { ...options, size: one.bytes }, (give) => {
      file = Readable.from(asLong(files, one, () => lost(one)));
      // yazl listens to no file that it was given.
      file.once('error', (error) => zip.emit('error', error));
      give(null, file);
    });
  const bytes = await new Promise<number>((resolve) => {
    zip.end(undefined, resolve as () => void);
  });
  return { bytes, content: output };
}

/**
 * The content of a file, with zeros for what of it is gone or damaged in the store: lengths were said already, one such file must not keep
 * all others back, and the check of the copy names it. A store that is away says nothing about the file.
 */
async function* asLong(
  files: Pick<Files, 'get'>,
  { key, bytes, sha256: kept }: Stored,
  lost: () => void,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  const hash = createHash('sha256');
  try {
    for await (const part of (await files.get(key)) ?? []) {
      const own = part.subarray(0, left);
      left -= own.length;
      hash.update(part);
      yield own;
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
  }
  if (left > 0 || (kept !== null && hash.digest('hex') !== kept)) lost();
  for (; left > 0; left -= pieceLength) yield Buffer.alloc(Math.min(left, pieceLength));
}

/** The machine form, an entry of its lists at a time. */
function* jsonOf(records: ToCopy['records']): Generator<string> {
  let before = '{\n ';
  for (const [name, value] of Object.entries<unknown>({ ...records })) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}: `;
    before = ',\n ';
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      for (const [at, one] of list.entries()) yield `${at === 0 ? '[' : ','}\n${JSON.stringify(one, null, 1)}`;
      yield list.length === 0 ? '[]' : ']';
    } else yield JSON.stringify(value, null, 1);
  }
  yield '\n}\n';
}

/** Null, without going on to its end, where it is more than so many bytes. */
async function inPieces(texts: Iterable<string>, most: number): Promise<Pieces | null> {
  const pieces: Buffer[] = [];
  let [left, waiting] = [most, ''];
  const keep = () => {
    const piece = Buffer.from(waiting);
    pieces.push(piece);
    left -= piece.length;
    waiting = '';
  };
  for (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    keep();
    if (left < 0) return null;
    await others();
  }
  keep();
  return left < 0 ? null : pieces;
}

/** What everybody reads: the first page, and that of each document. */
async function pagesOf(records: ToCopy['records'], index: ToCopy['index']) {
  const pages: (readonly [path: string, pieces: Pieces])[] = [['index.html', [Buffer.from(index())]]];
  const about = entriesByDocument(records);
  for (const one of records.documents) {
    const page = documentPage(one, about.get(String(one.docId)) ?? [], records.names);
    pages.push([`documents/${one.docId}/index.html`, [Buffer.from(page)]]);
    if (pages.length % pagesAtOnce === 0) await others();
  }
  return pages;
}

/** Null where a text became longer than V8's longest, which is longer than a browser can take. */
async function unlessTooLong<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') return null;
    throw error;
  }
}
