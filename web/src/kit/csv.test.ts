import { afterEach, expect, test, vi } from 'vitest';
import { type Cell, csvOf, headingOf, harmless, invoiceFileName, reportFileName, saveCsv } from './csv.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A reader of RFC 4180 that owes nothing to the writer. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') return rows;
  }
  throw new Error(`cannot be read: ${text}`);
}
const written = async (...cells: Cell[]) => {
  const keys = cells.map((_, i) => `c${i}`);
  return csvOf([Object.fromEntries(cells.map((cell, i) => [keys[i], cell]))]);
};

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK("http://evil.example","x")`],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['-', "'-"],
  ['-2.', "'-2."],
  ['+1 617 555 0123', "'+1 617 555 0123"],
  ['-1e5', "'-1e5"],
  ['--1', "'--1"],
  ['+1\n=2', "'+1\n'=2"],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ['＝1+1', "'＝1+1"],
  ['＋1+1', "'＋1+1"],
  ['－1+1', "'－1+1"],
  ['＠SUM(A1:A9)', "'＠SUM(A1:A9)"],
  // What looks like a plain number is none in these signs.
  ['＋15551234567', "'＋15551234567"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\0=1', "'\0=1"],
])('SEC-32 OPN-58 what a spreadsheet could take for a formula begins with an apostrophe: %j', (cell, text) => {
  expect(harmless(cell)).toBe(text);
});

test.each([
  ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
  ['x;-1+1', "x;'-1+1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['first, line\n=1+1', "first, line\n'=1+1"],
  ['x;＝1', "x;'＝1"],
  // A quote is doubled in a file, and at the beginning of a cell two are an empty part of it.
  ['x;"=1+1;y', `x;"'=1+1;y`],
  ['x\n"=1', `x\n"'=1`],
  ['x;\0=1', "x;'\0=1"],
  ['1;-2;+3.5', '1;-2;+3.5'],
])(
  'SEC-32 nor does a part of a cell where a spreadsheet splits at semicolons, tabs and line ends: %j',
  (cell, text) => {
    expect(harmless(cell)).toBe(text);
  },
);

test.each([
  ['+15551234567', '+15551234567'],
  ['-12.50', '-12.50'],
  [-3, '-3'],
  [0, '0'],
  ['12.50', '12.50'],
  ['a=1', 'a=1'],
  ['a＝1', 'a＝1'],
  [' =1', ' =1'],
  ["'=1", "'=1"],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('SEC-32 a plain number and what is no formula stay as they are: %j', (cell, text) => {
  expect(harmless(cell)).toBe(text);
});

test('SEC-32 OPN-58 commas, quotes, line breaks, blanks and letters of any language come back as they were, each in its column', async () => {
  const cells = [
    'Boston, Mass.',
    'the "good" one',
    '"',
    'two\r\nlines',
    'two\nlines',
    'two\rlines',
    ' blank at both ends ',
    'Élodie Ω 北京 שלום 😀',
    '1;2',
    '\ufeffx',
    '',
    7,
  ];
  const text = await written(...cells);
  expect(read(text)).toEqual([cells.map((_, i) => `c${i}`), cells.map(String)]);
  // Hostile ones too do not shift a column.
  const hostile = await written('=1,"2"', '@a\r\nb', '-1', 'end');
  expect(read(hostile)[1]).toEqual([`'=1,"2"`, "'@a\r\nb", '-1', 'end']);
});

test('SEC-32 OPN-57 OPN-58 lines end with CR LF, only what needs it is quoted, and headings are words', async () => {
  expect(
    await csvOf([
      { srId: 1, site: 'Lyon', drugPrice: '12.50', currency: null },
      { srId: 2, site: 'Boston, MA', drugPrice: '0.10', currency: 'USD' },
    ]),
  ).toBe('Request Number,Site,Drug Price,Currency\r\n1,Lyon,12.50,\r\n2,"Boston, MA",0.10,USD');
  expect(await csvOf([{ '=1+1': 'x' }])).toBe("'=1+1\r\nx");
  expect(['Time (UTC)', 'Trial or Site Name', 'Invite Sent', 'ctrxId', 'dateOfBirth'].map(headingOf)).toEqual([
    'Time (UTC)',
    'Trial or Site Name',
    'Invite Sent',
    'CTRx ID',
    'Date Of Birth',
  ]);
});

test('OPN-57 each key of the rows has its column, in the order in which they first come; a row that lacks one leaves it empty', async () => {
  expect(await csvOf([{ a: 1, b: 2 }, { b: 4 }, { c: 9, b: 6, a: 5 }])).toBe('A,B,C\r\n1,2,\r\n,4,\r\n5,6,9');
  expect(await csvOf([])).toBe('');
});

test.each([
  ['Pharmacy User', '2026-03-05', 'Pharmacy_Shipment_Invoice_05-03-2026.csv'],
  ['Wholesaler User', '2025-12-31', 'Wholesaler_Shipment_Invoice_31-12-2025.csv'],
  ['Admin', '2026-01-02', 'Admin_Shipment_Invoice_02-01-2026.csv'],
] as const)('EXP-04 RPT-05 the invoice of a %s exported on %s is %s', (type, day, name) => {
  expect(invoiceFileName(type, day)).toBe(name);
});

test.each([
  ['My Trial One', '-', 'Trial_Participant_Report_My-Trial-One_2024-Mar-05.csv'],
  ['My Trial One', '_', 'Trial_Participant_Report_My_Trial_One_2024-Mar-05.csv'],
  ['A/B: "C" <D>?', '-', 'Trial_Participant_Report_AB-C-D_2024-Mar-05.csv'],
  [' ../../etc\\passwd\u202e\n', '_', 'Trial_Participant_Report_....etcpasswd_2024-Mar-05.csv'],
] as const)('the report of the trial %j, with %j for spaces, is %s', (trial, space, name) => {
  expect(reportFileName('Trial_Participant_Report', trial, '2024-03-05', space)).toBe(name);
});

test('EXP-01 OPN-58 a table is handed to the downloads of the browser under its name, with a byte order mark, and what it was handed by is given back', async () => {
  vi.useFakeTimers();
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const clicked: { name: string; href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, href: this.href });
  });
  saveCsv('a\r\nÉlodie', 'x.csv');
  const file = made.mock.calls[0]?.[0] as Blob;
  expect([file.type, new Uint8Array(await file.arrayBuffer())]).toEqual([
    'text/csv;charset=utf-8',
    new TextEncoder().encode('\ufeffa\r\nÉlodie'),
  ]);
  const url = made.mock.results[0]?.value as string;
  expect(clicked).toEqual([{ name: 'x.csv', href: url }]);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked.mock.calls).toEqual([[url]]);
});
