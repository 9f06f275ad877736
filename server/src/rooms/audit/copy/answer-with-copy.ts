import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { FailureCode } from '@portal/contract/errors.ts';
import { fail } from '#platform/core/fail.ts';
import type { Call, House } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import type { Sealer } from '#rooms/signing/door.ts';
import type { Records } from './gather-records.ts';
import { writeCopy } from './write-copy.ts';

interface Gathered {
  /** Of the file, without its ending. */
  name: string;
  /** What it is a copy of, for the list of files. */
  of: unknown;
  /** Without documents none were looked for. */
  records: Partial<Pick<Records, 'documents'>> & Pick<Records, 'audit' | 'names'>;
  /** The readable form. */
  page: (madeAt: Date) => string;
  files: Parameters<typeof writeCopy>[1]['files'];
  /** Who is named in it. */
  people: readonly { cpId: number }[];
  /** Says what can be had instead where it is more than a browser can take. */
  tooLarge: FailureCode & `audit.${string}_too_large`;
  /** PEM: those that sealed, and the one that signs the list. */
  certificates: readonly string[];
  own: string;
}

/**
 * Has a copy put together and leave with the answer; once that is sure, what is in it counts as read (P11-19, PRV-01, PRV-02). Of a document
 * with a file that is gone or damaged the administrators hear (P11-18).
 */
export async function answerWithCopy(
  { clock, files: store, alarms }: Pick<House, 'clock' | 'files' | 'alarms'>,
  { sign }: Pick<Sealer, 'sign'>,
  { viewer, logRead, http: { request, reply } }: Pick<Call<Endpoint>, 'viewer' | 'logRead' | 'http'>,
  { name, of, records, page, files, people, tooLarge, certificates, own }: Gathered,
) {
  const madeAt = clock.now();
  const copy = await writeCopy(store, {
    of,
    records: { documents: [], ...records },
    index: () => page(madeAt),
    files,
    lost: ({ docId }) => alarms.tell({ what: 'damaged', brand: request.brand, viewer, documentId: docId }),
    certificates,
    signed: { certificate: own, sign },
    madeAt,
  });
  if (!copy) throw fail(tooLarge);
  const { documents, audit: entries } = records;
  if (documents)
    logRead(
      'document',
      documents.map(({ docId }) => docId),
    );
  logRead(
    'audit',
    entries.map(({ number }) => number),
  );
  logRead(
    'provider',
    people.map(({ cpId }) => cpId),
  );
  fillFromFile(reply, { field: 'data', ...copy });
  return {
    filename: `${name}.zip`,
    contentType: 'application/zip' as const,
    data: '',
    documents: documents?.length ?? 0,
    entries: entries.length,
  };
}
