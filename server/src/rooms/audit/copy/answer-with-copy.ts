import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { Act } from '#platform/act/act.ts';
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
  /** It is of a trial with sites, and each of them has a smaller copy. */
  hasSites?: boolean;
  /** PEM: those that sealed, and the one that signs the list. */
  certificates: readonly string[];
  own: string;
}

/** Has a copy put together and leave with the answer; once that is sure, what is in it counts as read (P11-19, PRV-01, PRV-02). */
export async function answerWithCopy(
  { clock, files: store }: Pick<House, 'clock' | 'files'>,
  { sign }: Pick<Sealer, 'sign'>,
  { logRead, http: { reply } }: Pick<Act, 'logRead'> & Pick<Call<Endpoint>, 'http'>,
  { name, of, records, page, files, people, hasSites = false, certificates, own }: Gathered,
) {
  const madeAt = clock.now();
  const copy = await writeCopy(store, {
    of,
    records: { documents: [], ...records },
    index: page(madeAt),
    files,
    certificates,
    signed: { certificate: own, sign },
    madeAt,
  });
  if (!copy) throw hasSites ? fail('audit.trial_copy_too_large') : fail('audit.copy_too_large');
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
