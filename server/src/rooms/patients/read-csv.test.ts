import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

test.each([
  [
    'a,b\n1,2\n',
    [
      [1, ['a', 'b']],
      [2, ['1', '2']],
    ],
  ],
  [
    '\ufeffa\r\n"x, ""y""\r\nz",2\r\n\r\nlast',
    [
      [1, ['a']],
      [2, ['x, "y"\nz', '2']],
      [5, ['last']],
    ],
  ],
  ['', []],
  ['a,"open', null],
])('OPC-53 a file %j is read as RFC 4180 has it', (text, rows) => {
  expect(readCsv(text)?.map(({ line, cells }) => [line, cells]) ?? null).toEqual(rows);
});
