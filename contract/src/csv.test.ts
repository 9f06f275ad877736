import { expect, test } from 'vitest';
import { readTable } from './csv.ts';

const columns = ['a', 'b', 'c'] as const;
const known = new Map(
  columns.flatMap((column) => [[column, column] as const, [column.toUpperCase(), column] as const]),
);
const read = (text: string) => readTable(text, columns, (heading) => known.get(heading));
const rows = (text: string) => {
  const table = read(text);
  return 'problem' in table ? table.problem : table.rows.map(({ line, values }) => [line, values.a, values.b]);
};

test.each([
  ['a,b\n1,2\n', [[2, '1', '2']]],
  [
    '\ufeffa,b\r\n"x, ""y""\r\nz",2\r\n\r\nlast',
    [
      [2, 'x, "y"\nz', '2'],
      [5, 'last', ''],
    ],
  ],
  [
    'a,b\r1, "2, 3" \r"",""""',
    [
      [2, '1', '2, 3'],
      [3, '', '"'],
    ],
  ],
  ['a,b\n5" tall,2', [[2, '5" tall', '2']]],
  ['a\n1', [[2, '1', '']]],
  ['', []],
])('a file %j is read as RFC 4180 has it', (text, found) => {
  expect(rows(text)).toEqual(found);
});

test.each([
  ['semicolons', 'a;b\n"1;1";2,5\n'],
  ['semicolons, with quoted headings', '"a";"b"\n"1;1";2,5\n'],
  ['tabs', 'a\tb\n1;1\t2,5\n'],
  ['commas', 'a,b\n1;1,"2,5"\n'],
])('a file with %s between its values is read alike', (_, text) => {
  expect(rows(text)).toEqual([[2, '1;1', '2,5']]);
});

test('headings stand in any order, and rows and columns in which nothing is written are none', () => {
  expect(rows('\n b ,a,,\n2,1,,\n,,,\n\n4,3')).toEqual([
    [3, '1', '2'],
    [6, '3', '4'],
  ]);
});

test.each([
  ['to the end of the file', 'a,b\n1,2\n"3,4\n5,6'],
  ['up to a quote further down', 'a,b\n1,2\n"3,4\n5,"6"\n'],
  ['up to a quote further down, after a blank', 'a,b\n1,2\n "3,4\n5, "6"\n'],
])('a quote that is left open, %s, is named by the line where it begins', (_, text) => {
  expect(rows(text)).toBe('has a quote in line 3 that is not closed');
});

test.each([
  ['a,b,a\n1,2,3', 'has the column “a” twice'],
  ['A,b,a\n1,2,3', 'has the column “A” twice'],
])('a column that is there twice is named: %j', (text, problem) => {
  expect(rows(text)).toBe(problem);
});

test('a row with more values than there are columns is named by its line, one that is filled up with empty ones is not', () => {
  const table = read('a,b\n1,2,,\n"1\n1",2,3,,\n1');
  expect('rows' in table && table.rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [3, 'Line 3 has 3 values, but there are only 2 columns.'],
    [5, null],
  ]);
});
