import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pdfjs } from 'react-pdf';
import { expect, test } from 'vitest';
import type { FontName } from '#shared/pdf-report/fonts.ts';
import { drawsPdfs } from '#test/documents.ts';
import { anAccount, noon } from '#test/records.ts';
import { drawAccessReport } from './draw-access-report.ts';

drawsPdfs();

const files: Record<FontName, string> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  everyScript: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
};
const load = async (name: FontName) => readFile(fileURLToPath(import.meta.resolve(files[name])));
const textOf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join('|');
    }),
  );
};

test('P11-16 the access report is a PDF: each account with what it had on the day, and to what it was narrowed', async () => {
  const accounts = [
    anAccount({ fName: 'Łukasz', adminRights: true }),
    anAccount({ cpId: 8, state: 'deactivated', wasLocked: true, lastSignInAt: null, notSignedInFor90Days: true }),
  ];
  const narrowed = ['Only people who have not signed in for 90 days'];
  const [text = ''] = await textOf(
    await drawAccessReport({ day: '2026-11-22', madeAt: noon, narrowed, accounts }, load),
  );
  // Cells are broken into lines.
  const plain = text.replaceAll(/[|\s]+/g, ' ');
  for (const words of [
    'Access report of 22-Nov-2026',
    'Made 22-Nov-2026 12:00 UTC.',
    'Only people who have not signed in for 90 days',
    'Accounts (2)',
    'Łukasz',
    'Admin rights',
    'Boston General',
    'locked that day',
    'not for 90 days',
    'page 1 of 1',
  ])
    expect(plain).toContain(words);
});

test('P11-16 many accounts take several pages, each with its heads', async () => {
  const accounts = Array.from({ length: 80 }, (_, n) => anAccount({ cpId: n + 1, lName: `Person${n}` }));
  const pages = await textOf(await drawAccessReport({ day: '2026-11-22', madeAt: noon, narrowed: [], accounts }, load));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.slice(1).every((page) => page.startsWith('Name|'))).toBe(true);
  for (let n = 0; n < 80; n += 1) expect(pages.join('|')).toContain(`Person${n},`);
});
