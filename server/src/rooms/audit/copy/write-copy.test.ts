import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { writeCopy } from './write-copy.ts';

type ToCopy = Parameters<typeof writeCopy>[1];
type Document = ToCopy['records']['documents'][number];
type Entry = ToCopy['records']['audit'][number];

const at = new Date('2031-03-05T12:00:00Z');
/** Its request has the number of the document and a thousand. */
const aDocument = (docId: number, isAsked = true) =>
  ({
    docId,
    filename: 'a.pdf',
    friendlyName: `Document ${docId}`,
    templateId: null,
    correctsId: null,
    removedAt: null,
    revisions: [],
    request: isAsked ? { requestId: docId + 1_000, state: 'open', sealedAt: null, signatures: [] } : null,
  }) as unknown as Document;
const anEntry = (number: number, recordKind: string, recordId: number) =>
  ({
    number,
    at,
    person: 'Ann Archer',
    type: 'Admin',
    kind: 'document.kept',
    recordKind,
    recordId: String(recordId),
    changes: [],
    reason: null,
  }) as unknown as Entry;

const made = (documents: Document[], audit: Entry[], sign = async () => Buffer.alloc(1)) =>
  writeCopy(
    { get: () => Promise.reject(new Error('no file is needed')) },
    {
      of: 'a test',
      records: { documents, audit, names: {} },
      index: '',
      files: [],
      certificates: [],
      signed: { certificate: rootCertificates[0] as string, sign },
      madeAt: at,
    },
  );

test('P11-19 the page of a document has the entries about it and about its request, in the order of the trail, and no others', async () => {
  const audit = [
    anEntry(3, 'document', 7),
    anEntry(4, 'signing_request', 1_007),
    anEntry(5, 'document', 8),
    anEntry(6, 'participant', 7),
    anEntry(7, 'signing_request', 7),
    anEntry(8, 'document', 7),
    anEntry(9, 'document', 1_007),
    anEntry(10, 'signing_request', 1_007),
  ];
  const copy = await made([aDocument(7), aDocument(8, false), aDocument(9)], audit);
  const parts: Uint8Array[] = [];
  for await (const part of copy?.content ?? []) parts.push(part);
  const pages = Buffer.concat(parts).toString().split('</html>');
  const numbersOf = (docId: number) =>
    pages
      .find((page) => page.includes(`<h1>Document ${docId}</h1>`))
      ?.split('<h2>Audit trail</h2>')[1]
      ?.split('<h2>')[0]
      ?.match(/<tr><td>\d+/g)
      ?.map((cell) => Number(cell.slice('<tr><td>'.length)));
  expect([7, 8, 9].map(numbersOf)).toEqual([[3, 4, 8, 10], [5], undefined]);
});

test('REL-05 while the pages of a copy with a thousand documents are made, other work has its turn in between', async () => {
  let [turns, turnsUntilSigned] = [0, 0];
  let running: NodeJS.Immediate = setImmediate(function next() {
    turns += 1;
    running = setImmediate(next);
  });
  const documents = Array.from({ length: 1_000 }, (_, n) => aDocument(n + 1));
  const copy = await made(documents, [], async () => {
    turnsUntilSigned = turns;
    return Buffer.alloc(1);
  });
  clearImmediate(running);
  const content = copy?.content as unknown as { destroy: () => void } | undefined;
  content?.destroy();
  expect(turnsUntilSigned).toBeGreaterThanOrEqual(4);
});
