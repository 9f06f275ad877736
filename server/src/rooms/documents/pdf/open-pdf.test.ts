import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import type { FailureCode } from '@portal/contract/errors.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { keptFiles } from '#test/house.ts';
import { active, broken, type Corpus, encrypted, harmless } from '#test/pdf-corpus.ts';
import { namedByPeople, outward } from '#test/outward-pdfs.ts';
import { catalog, page, pages, pdfOf, stream } from '#test/pdfs.ts';
import { openShipments } from '#test/shipments.ts';
import { checkedPdf, openPdf } from './open-pdf.ts';

test('SEC-31 a PDF with scripts, programs to start, files inside or targets outside is refused with a clear text, and so is one that is locked or none at all; nothing is kept', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  const upload = async (file: Buffer) => {
    const { status, code, message } = await s.people.siteUser.call(siteDocuments.upload, {
      body: {
        srId,
        category: 2,
        filename: 'a.pdf',
        friendlyName: 'a',
        contentType: 'application/pdf',
        data: file.toString('base64'),
      },
    });
    return { status, code, message };
  };
  const sentences: Partial<Record<FailureCode, string>> = {
    'document.active':
      'The PDF contains scripts, embedded files or actions and was not accepted. Please upload it without them.',
    'document.encrypted': 'The PDF is protected with a password. Please upload it without one.',
    'document.not_pdf': 'The file is not a PDF, or it is damaged.',
  };
  for (const [code, files] of [
    ['document.active', active],
    ['document.encrypted', encrypted],
    ['document.not_pdf', broken],
  ] as const) {
    for (const [what, file] of Object.entries(files))
      expect({ what, ...(await upload(await file)) }).toEqual({ what, status: 400, code, message: sentences[code] });
  }
  expect(await s.fingerprint()).toBe(before);
  expect(await keptFiles(s)).toEqual([]);
});

test('SEC-31 SDC-03 a PDF without any of it is kept and comes back byte for byte: several pages, forms, links, revisions, foreign letters', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  for (const [what, file] of Object.entries(harmless)) {
    const answer = await s.people.siteUser.call(siteDocuments.upload, {
      body: {
        srId,
        category: 2,
        filename: 'a.pdf',
        friendlyName: what,
        contentType: 'application/pdf',
        data: (await file).toString('base64'),
      },
    });
    expect([what, answer.status, answer.code]).toEqual([what, 200, undefined]);
    const opened = await s.people.pharmacist.call(fetchDocument, { query: { docId: answer.reply.docId } });
    expect([what, Buffer.from(opened.reply.data, 'base64').equals(await file)]).toEqual([what, true]);
  }
});

test('CON-08 OPS-53 CLN-24 UPW-15 a PDF of 50 MB to the byte may be kept, and one of a byte more is refused', async () => {
  const filled = (count: number) => pdfOf([catalog(), pages, page('/Contents 4 0 R'), stream(' '.repeat(count))]);
  const around = filled(52_000_000).length - 52_000_000;
  const largest = filled(52_428_800 - around);
  expect((await openPdf(largest.toString('base64'))).length).toBe(52_428_800);
  const tooLarge = 'A'.repeat((52_428_801 / 3) * 4);
  await expect(openPdf(tooLarge)).rejects.toMatchObject({ code: 'document.too_large' });
});

/** What is said of each of these, instead of what should be. */
async function judgedOtherwise(files: Corpus, expected: FailureCode | null): Promise<[string, unknown][]> {
  const judged: [string, unknown][] = [];
  for (const [what, file] of Object.entries(files)) {
    const said = await checkedPdf(await file).then(
      () => null,
      (error: unknown) => (error as { code?: unknown }).code,
    );
    if (said !== expected) judged.push([what, said]);
  }
  return judged;
}

test('SEC-31 a PDF with links to files, scripts and shares, with files of no type, spaces, slide shows or programs for printers is refused, also where an object stream, an escaped name, a reference or a later revision hides it', async () => {
  expect(await judgedOtherwise(outward, 'document.active')).toEqual([]);
});

test('SEC-31 SDC-03 a PDF whose fonts, pictures, styles and fields have names that would mean a script elsewhere is kept, and so are links to web pages and for mail', async () => {
  expect(await judgedOtherwise(namedByPeople, null)).toEqual([]);
});
