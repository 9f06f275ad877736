import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { pdfjs } from 'react-pdf';
import { expect, test } from 'vitest';
import { drawsPdfs } from '#test/documents.ts';
import type { FontName } from '#shared/pdf-report/fonts.ts';
import { drawReport, type ReportContent } from './draw-report.ts';

drawsPdfs();

const files: Record<FontName, string> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  everyScript: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
};
const loaded: FontName[] = [];
const load = async (name: FontName) => {
  loaded.push(name);
  return readFile(fileURLToPath(import.meta.resolve(files[name])));
};
const content: ReportContent = {
  place: 'Boston General',
  since: '01-11-2026',
  createdOn: '23-11-2026',
  reason: 'I approve this list of site users',
  signers: [
    { role: 'Administrator', name: 'Maya Okafor' },
    { role: 'Sponsor', name: 'Julian Aster' },
  ],
  people: [['Grace Holloway', 'grace@site.example', 'Site User', 'Has site access', 'Yes']],
  changed: [['Łukasz Nowak', 'l@site.example', 'Has site access', 'Invited, Registered']],
};
const textOf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join('|');
    }),
  );
};

test('URP-06 URP-07 CCN-21 BLD-11 a report lists users and changes on letter pages, and is signed on a page of 612 by 400 with a field for each signer', async () => {
  const bytes = await drawReport(content, load);
  const pdf = await PDFDocument.load(bytes);
  expect(pdf.getPages().map((page) => Object.values(page.getSize()))).toEqual([
    [612, 792],
    [612, 400],
  ]);
  expect(
    pdf
      .getForm()
      .getFields()
      .map((field) => [field.getName(), field.isRequired()]),
  ).toEqual([
    ['Signature0_1_Required', true],
    ['Signature1_2_Required', true],
  ]);
  const [list = '', signatures = ''] = await textOf(bytes);
  for (const words of [
    'Boston General',
    'Users (1)',
    'Grace Holloway',
    'Has site access',
    'Changes since 01-11-2026 (1)',
  ])
    expect(list).toContain(words);
  for (const words of ['Łukasz Nowak', 'Invited, Registered', 'page 1 of 2']) expect(list).toContain(words);
  for (const words of ['I approve this list of site users', 'Administrator: Maya Okafor', 'Sponsor: Julian Aster'])
    expect(signatures).toContain(words);
  expect(loaded).not.toContain('everyScript');
});

test('URP-07 many people take several pages, each with its heads, and nothing is cut; names of every script print', async () => {
  const email = `${'long'.repeat(30)}@site.example`;
  const people = Array.from({ length: 40 }, (_, n) => [`Person ${n}`, email, 'Site User', 'Has site access', 'No']);
  const texts = await textOf(
    await drawReport({ ...content, people: [...people, ['田中 由紀', 'y@site.example']] }, load),
  );
  expect(texts.length).toBeGreaterThan(3);
  const whole = texts.join('');
  for (let n = 0; n < 40; n += 1) expect(whole).toContain(`Person ${n}|`);
  expect(whole.replaceAll(/[|\s]/g, '')).toContain(email);
  expect(whole).toContain('田中 由紀');
  expect(texts.filter((text) => text.startsWith('Name|')).length).toBeGreaterThan(1);
  expect(whole).toContain('Users (41)');
});
