import { expect, test } from 'vitest';
import { numbersIn, readCitations, readRegister, rowsOf, titlesOf, unknownOf } from '../../scripts/trace.ts';

const register = readRegister();
const codes = new Set(register.map((row) => row.code));

test('every requirement number cited by a test stands in the register', () => {
  expect(unknownOf(register, readCitations(codes))).toEqual([]);
});

test('the register names each of its rows once and leaves no gap in a code', () => {
  expect(register.length).toBeGreaterThan(2000);
  for (const [code, rows] of Map.groupBy(register, (row) => row.code)) {
    const numbers = rows.map((_, index) => `${code}-${String(index + 1).padStart(2, '0')}`);
    expect(rows.map((row) => row.id)).toEqual(numbers);
  }
});

test('a cited number that is not in the register is reported with its file', () => {
  const rows = rowsOf(
    '| ID | Requirement | Check |\n|---|---|---|\n| SHP-01 | A selector `a\\|b` is shown. | UI: look |\n',
  );
  expect(rows).toEqual([{ id: 'SHP-01', code: 'SHP', text: 'A selector `a\\|b` is shown.' }]);
  const cited = [
    { id: 'SHP-01', file: 'a.test.ts' },
    { id: 'SHP-99', file: 'b.test.ts' },
  ];
  expect(unknownOf(rows, cited)).toEqual([{ id: 'SHP-99', file: 'b.test.ts' }]);
});

// Written with a marker instead of the real word, so that these samples are not taken for tests of this file.
const sample = (text: string) => titlesOf(text.replaceAll('TEST', 'test'));

test.each([
  ['a plain title', `TEST('one', () => {});`, ['one']],
  ['a title on its own line', `TEST(\n  "two",\n  async () => {});`, ['two']],
  ['a quote inside a title', `TEST('it\\'s three', () => {});`, [`it\\'s three`]],
  ['a table before the title', `TEST.each([['a)', { b: [1] }]])('four %s', () => {});`, ['four %s']],
  [
    'a table with types before the title',
    `TEST.each<[string, (n: Map<string, 1>) => void]>([['a', () => {}]])('four', () => {});`,
    ['four'],
  ],
  ['a template table before the title', 'TEST.each`a|b`("five", () => {});', ['five']],
  ['a condition before the title', `TEST.skipIf(os() === 'x')('six', () => {});`, ['six']],
  ['a modifier', `TEST.concurrent('seven', () => {});`, ['seven']],
  ['a skipped test', `TEST.skip('eight', () => {});`, []],
  ['a test in a comment', `// TEST('nine', () => {});\n/* TEST('ten') */`, []],
  ['a method of something else', `/x/.TEST('eleven');`, []],
])('titles are found: %s', (_what, source, titles) => {
  expect(sample(source)).toEqual(titles);
});

test.each([
  ['PAR-14 PAR-15 names are bounded', ['PAR-14', 'PAR-15']],
  ['P11-09/SEC-21: an entry is written', ['P11-09', 'SEC-21']],
  ['AUR-101 is a trial and SHA-384 a hash', []],
  ['SHP-1 and SHP-123 are slips that must not pass unseen', ['SHP-1', 'SHP-123']],
])('numbers are read from a title: %s', (title, numbers) => {
  expect(numbersIn(title, new Set(['SHP']))).toEqual(numbers);
});

test('a table whose titles begin with its first column cites what stands there, and nothing that stands elsewhere in it', () => {
  const source =
    "test.each([\n  ['ABC-01 ABC-02', 'says ABC-03'],\n  [\n    'ABC-04',\n    { status: 400 },\n  ],\n])('%s a refusal says %s', () => {});";
  expect(titlesOf(source)).toEqual(['%s a refusal says %s', 'ABC-01 ABC-02', 'ABC-04']);
  expect(titlesOf("test.each([['ABC-01']])('a refusal of %s', () => {});")).toEqual(['a refusal of %s']);
});
