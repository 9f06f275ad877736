import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pdfjs } from 'react-pdf';
import { expect, onTestFinished, test } from 'vitest';
import { speakDates } from '#kit/today.ts';
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
/** What is written on each page, and how far up from its lower edge. */
const writtenOn = async (bytes: Uint8Array): Promise<{ text: string; up: number }[][]> => {
  const pdf = await pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item ? [{ text: item.str, up: item.transform[5] as number }] : []));
    }),
  );
};
const textOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await writtenOn(bytes)).map((page) => page.map(({ text }) => text).join('|'));

test('P11-16 the access report is a PDF: each account with what it had on the day, and to what it was narrowed', async () => {
  const accounts = [
    anAccount({ fName: 'Łukasz', adminRights: true }),
    anAccount({ cpId: 8, state: 'deactivated', wasLocked: true, lastSignInAt: null, notSignedInFor90Days: true }),
  ];
  const narrowed = ['Only people who have not signed in for 90 days'];
  const [text = ''] = await textOf(
    await drawAccessReport({ day: '2026-11-22', company: 'Meridian', madeAt: noon, narrowed, accounts }, load),
  );
  // Cells are broken into lines.
  const plain = text.replaceAll(/[|\s]+/g, ' ');
  for (const words of [
    'Access report of 22-Nov-2026',
    'Meridian',
    'Accounts with the access they had at the end of the day (UTC).',
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

test('P11-16 where sign-ins of the day are not kept the PDF says so instead of never, and why', async () => {
  const accounts = [anAccount({ lastSignInAt: null, signInsNotKept: true })];
  const [text = ''] = await textOf(
    await drawAccessReport({ day: '2026-11-22', company: 'Meridian', madeAt: noon, narrowed: [], accounts }, load),
  );
  const plain = text.replaceAll(/[|\s]+/g, ' ');
  expect(plain.match(/Not kept/g)).toHaveLength(2);
  expect(plain).toContain(
    '“Not kept” means that the sign-ins of that time were cleared away: after six years or more the last one of each person alone is kept.',
  );
  expect(plain).not.toContain('Never');
});

test('P11-16 the day of the PDF is named in English, whatever the screens of who makes it speak', async () => {
  onTestFinished(() => speakDates());
  speakDates({ locale: 'de', months: Array.from({ length: 12 }, () => 'Monat') });
  const [text = ''] = await textOf(
    await drawAccessReport({ day: '2026-12-05', company: 'Meridian', madeAt: noon, narrowed: [], accounts: [] }, load),
  );
  const plain = text.replaceAll(/[|\s]+/g, ' ');
  expect(plain).toContain('Access report of 05-Dec-2026');
  expect(plain).not.toContain('Monat');
});

test('P11-16 many accounts take several pages, each with its heads', async () => {
  const accounts = Array.from({ length: 80 }, (_, n) => anAccount({ cpId: n + 1, lName: `Person${n}` }));
  const pages = await textOf(
    await drawAccessReport({ day: '2026-11-22', company: 'Meridian', madeAt: noon, narrowed: [], accounts }, load),
  );
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]?.replaceAll(/[|\s]+/g, ' ')).toContain(
    'Each account with the access it had at the end of the day (UTC).',
  );
  expect(pages.slice(1).every((page) => page.startsWith('Name|'))).toBe(true);
  for (let n = 0; n < 80; n += 1) expect(pages.join('|')).toContain(`Person${n},`);
});

test('P11-16 an account of more groups than a page holds goes on over the next ones, below their heads, and nothing is written below the foot', async () => {
  const groups = Array.from({ length: 60 }, (_, n) => ({ gId: n, name: `Hospital-of-${n}.`, since: null }));
  const accounts = [anAccount({ groups }), anAccount({ cpId: 8, lName: 'After' })];
  const pages = await writtenOn(
    await drawAccessReport({ day: '2026-11-22', company: 'Meridian', madeAt: noon, narrowed: [], accounts }, load),
  );
  const written = pages.flat().filter(({ text }) => text.trim() !== '');
  const feet = written.filter(({ text }) => text.includes('page '));
  expect(feet.map(({ up }) => up)).toEqual(pages.map(() => 24));
  const rest = written.filter((one) => !feet.includes(one));
  expect(Math.min(...rest.map(({ up }) => up))).toBeGreaterThan(40);
  const words = rest.map(({ text }) => text);
  expect(words).toEqual(
    expect.arrayContaining([...groups.map(({ name }) => expect.stringContaining(name)), 'After, Nora']),
  );
  expect(pages.slice(1).map(([first]) => first?.text)).toEqual(['Name']);
});

test('P11-16 who was only invited is named by the email, as on the screen', async () => {
  const accounts = [anAccount({ fName: '', lName: '', email: 'n@x.example', state: 'invited' })];
  const [text] = await textOf(
    await drawAccessReport({ day: '2026-11-22', company: 'Meridian', madeAt: noon, narrowed: [], accounts }, load),
  );
  expect(text?.split('|').filter((words) => words === 'n@x.example')).toHaveLength(2);
});
