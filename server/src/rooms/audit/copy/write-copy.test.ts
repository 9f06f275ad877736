import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { StoreAway } from '#platform/files/driver.ts';
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

const made = (
  documents: Document[],
  audit: Entry[],
  {
    sign = async () => Buffer.alloc(1),
    index = (): string => '',
    files = [] as ToCopy['files'],
    get = (() => Promise.reject(new Error('no file is needed'))) as Parameters<typeof writeCopy>[0]['get'],
  } = {},
) =>
  writeCopy(
    { get },
    {
      of: 'a test',
      records: { documents, audit, names: {} },
      index,
      files,
      lost: () => {},
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
  const sign = async () => {
    turnsUntilSigned = turns;
    return Buffer.alloc(1);
  };
  const copy = await made(documents, [], { sign });
  clearImmediate(running);
  const content = copy?.content as unknown as { destroy: () => void } | undefined;
  content?.destroy();
  expect(turnsUntilSigned).toBeGreaterThanOrEqual(4);
});

test('a copy with a page that is longer than any text can be is too large, as one that a browser cannot take', async () => {
  expect(await made([], [], { index: () => 'x'.repeat(2 ** 30) })).toBeNull();
  const broken = () => new Date(Number.NaN).toISOString();
  await expect(made([], [], { index: broken })).rejects.toThrow('Invalid time value');
});

test('the machine form of a copy is not made to its end once it is too large, so that its length does not matter', async () => {
  let written = 0;
  const entry = { ...anEntry(1, 'document', 7), toJSON: () => `${++written}`.padEnd(10_000) };
  const audit = Array.from({ length: 5_000 }, () => entry);
  const files = [{ docId: 7, path: 'documents/7/1.pdf', key: '', bytes: 350 * 1_048_576 - 5_000_000, sha256: null }];
  expect(await made([], audit, { files })).toBeNull();
  expect(written).toBeLessThan(1_000);
});

test('the machine form of a copy says the same however long it is', async () => {
  const audit = Array.from({ length: 5_000 }, (_, n) => anEntry(n, 'document', 7));
  const copy = await made([aDocument(7)], audit);
  const parts: Uint8Array[] = [];
  for await (const part of copy?.content ?? []) parts.push(part);
  const text = Buffer.concat(parts).toString();
  const [begin, end] = [text.indexOf('{\n "documents"'), text.indexOf('\n}\n')];
  const told = JSON.parse(text.slice(begin, end + 2)) as unknown;
  expect(told).toEqual(JSON.parse(JSON.stringify({ documents: [aDocument(7)], audit, names: {} })));
});

test('P11-19 a copy breaks off where the store is away, before a file of it or within, since that says nothing about the file', async () => {
  const away = new StoreAway('no store');
  const files = [{ docId: 7, path: 'documents/7/1.pdf', key: '', bytes: 3, sha256: null }];
  const within = async function* () {
    yield Buffer.from('%');
    throw away;
  };
  for (const get of [() => Promise.reject(away), () => Promise.resolve(within())]) {
    const copy = await made([aDocument(7)], [], { files, get });
    const read = async () => {
      for await (const part of copy?.content ?? []) expect(part.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow(away);
  }
});

test('of a copy that nobody reads to its end nothing stays open in the store', async () => {
  let isClosed = false;
  const long = async function* () {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      isClosed = true;
    }
  };
  const files = [{ docId: 7, path: 'documents/7/1.pdf', key: '', bytes: 100 * 1_048_576, sha256: null }];
  const copy = await made([aDocument(7)], [], { files, get: () => Promise.resolve(long()) });
  let read = 0;
  for await (const part of copy?.content ?? []) if ((read += part.length) > 1_048_576) break;
  await expect.poll(() => isClosed).toBe(true);
});
