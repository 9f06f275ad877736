/** A complete copy as one ZIP: readable pages, a machine form with the hash of every file, and what checks it (P11-19). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import yazl from 'yazl';
import type { Content } from '#platform/files/driver.ts';
import type { Files } from '#platform/files/files.ts';
import { fingerprintOf, type Sealer } from '#rooms/signing/door.ts';
import type { Records } from './gather-records.ts';
import { documentPage, entriesByDocument } from './pages.ts';

interface ToCopy {
  /** What it is a copy of, for the list of files. */
  of: unknown;
  /** The machine form; what checks a copy reads its documents and the trail. */
  records: Pick<Records, 'documents' | 'audit' | 'names'>;
  index: string;
  files: readonly { path: string; key: string; bytes: number }[];
  /** PEM. */
  certificates: readonly string[];
  /** By whom the list of files is signed. */
  signed: { certificate: string; sign: Sealer['sign'] };
  madeAt: Date;
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A browser takes the whole as one text, four letters for three bytes, and has room for 536,870,888 letters in it. */
const mostBytes = 350 * 1_048_576;
/** After so many pages whatever else waits for this thread has its turn. */
const pagesAtOnce = 200;

/**
 * Nothing is packed: PDFs are packed already, and so the size is known before the first byte leaves. Null where that is more than a browser
 * can take.
 */
export async function writeCopy(
  files: Pick<Files, 'get'>,
  { of, records, index, files: stored, certificates, signed, madeAt }: ToCopy,
): Promise<{ bytes: number; content: Content } | null> {
  const storedBytes = stored.reduce((sum, one) => sum + one.bytes, 0);
  if (storedBytes > mostBytes) return null;
  const about = entriesByDocument(records);
  const pages: (readonly [path: string, content: Buffer])[] = [];
  for (const one of records.documents) {
    const page = documentPage(one, about.get(String(one.docId)) ?? [], records.names);
    pages.push([`documents/${one.docId}/index.html`, Buffer.from(page)]);
    if (pages.length % pagesAtOnce === 0) await others();
  }
  const certificateFiles = certificates.map(
    (certificate, at) => [`certificates/${at + 1}.pem`, Buffer.from(certificate)] as const,
  );
  const own = fingerprintOf(signed.certificate);
  const signedWith = certificateFiles[certificates.findIndex((one) => fingerprintOf(one) === own)]?.[0];
  const made: readonly (readonly [path: string, content: Buffer])[] = [
    ['index.html', Buffer.from(index)],
    ...pages,
    ['records.json', Buffer.from(JSON.stringify(records, null, 1))],
    ['verify.mjs', readFileSync(path.join(import.meta.dirname, 'verify.mjs'))],
    ...certificateFiles,
  ];
  if (made.reduce((sum, [, content]) => sum + content.length, storedBytes) > mostBytes) return null;
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
          ...made.map(([name, content]) => ({ path: name, bytes: content.length, sha256: sha256(content) })),
          ...stored.map((one) => ({ path: one.path, bytes: one.bytes, sha256: hashOf.get(one.path) })),
        ],
      },
      null,
      1,
    ),
  );
  const zip = new yazl.ZipFile();
  const options = { mtime: madeAt, compress: false };
  for (const [name, content] of [
    ...made,
    ['manifest.json', manifest] as const,
    ['manifest.sha256', Buffer.from(`${sha256(manifest)}  manifest.json\n`)] as const,
    ['manifest.sig', await signed.sign(manifest)] as const,
  ])
    zip.addBuffer(content, name, options);
  for (const one of stored)
    zip.addReadStreamLazy(one.path, { ...options, size: one.bytes }, (give) => {
      files.get(one.key).then(
        (content) =>
          content ? give(null, Readable.from(content)) : give(new Error(`the file ${one.key} is gone`), null as never),
        (error: unknown) => give(error, null as never),
      );
    });
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const bytes = await new Promise<number>((resolve) => {
    zip.end(undefined, resolve as () => void);
  });
  return { bytes, content: output };
}
