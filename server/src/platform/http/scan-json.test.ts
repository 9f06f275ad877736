import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMarks } from './scan-json.ts';

const marksOf = (text: string, ...cuts: number[]) => {
  const bytes = Buffer.from(text);
  const count = countMarks();
  let marks = 0;
  for (const [i, from] of [0, ...cuts].entries()) marks = count(bytes.subarray(from, cuts[i] ?? bytes.length));
  return marks;
};

test.each([
  ['', 0],
  ['{}', 1],
  ['[{},{},{}]', 6],
  ['{"a":1}', 2],
  ['{"a":"[{,"}', 3],
  [String.raw`["\"[,\\",1]`, 5],
  [String.raw`"\\","`, 4],
  ['12345', 0],
])('SEC-27 %s has %i marks', (text, marks) => {
  expect(marksOf(text)).toBe(marks);
});

test('SEC-27 an empty part between a backslash and what it escapes changes nothing', () => {
  const text = String.raw`["\",[[["]`;
  expect(marksOf(text)).toBe(3);
  expect(marksOf(text, 3, 3)).toBe(3);
});

test('SEC-27 wherever a body is cut on its way, it has the same marks, at least one for each value but the outermost', () => {
  const valuesIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1)
      : 1;
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.array(fc.nat(200), { maxLength: 8 }), (text, cuts) => {
      const marks = marksOf(text);
      const within = cuts.filter((cut) => cut <= Buffer.byteLength(text)).sort((a, b) => a - b);
      expect(marksOf(text, ...within)).toBe(marks);
      expect(marks).toBeGreaterThanOrEqual(valuesIn(JSON.parse(text)) - 1);
    }),
  );
});
