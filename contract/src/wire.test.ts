import { expect, test } from 'vitest';
import { name, requiredName, requiredText, text } from './wire.ts';

const said = (schema: ReturnType<typeof requiredText>, value: string) => {
  const { data, error } = schema.safeParse(value);
  return data ?? error?.issues[0]?.message;
};

test.each([
  ["D'Arcy  O’Neil", "D'Arcy O’Neil"],
  [' Zoë\u00a0Muñoz ', 'Zoë Muñoz'],
  ['Zoe\u0308', 'Zoë'],
  ['Jean-Łukasz 3.', 'Jean-Łukasz 3.'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['רות \u200eA', 'רות \u200eA'],
  ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ['\u202eadA\u202c', 'adA'],
  ['A\u200bd\u00ada\ufeff\u2066', 'Ada'],
])('P11-09 SEC-28 the name %j is kept as %j', (given, kept) => {
  expect(said(requiredName(32), given)).toBe(kept);
});

const invisible = [
  '\u200b',
  '\u2060\ufeff',
  '\u200d',
  '\u200e\u200f\u202e',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\u115f\uffa0',
  '\u00ad',
];
test.each([...invisible, '\u2800', '\u0085'])('P11-09 P11-15 %j alone is neither a name nor a text', (given) => {
  expect([said(requiredName(32), given), said(requiredText(32), given)]).toEqual(['is required', 'is required']);
  // Where it may be left out, it was.
  expect([said(name(32), given), said(text(32), given)]).toEqual(['', '']);
});

test.each(['', ' \u00a0\u3000\t'])('P11-09 P11-15 the blank %j is told to be missing', (given) => {
  expect([said(requiredName(32), given), said(requiredText(32), given)]).toEqual(['is required', 'is required']);
});

test('P11-15 SEC-28 a text keeps what stands in it as it was typed', () => {
  for (const typed of ['a\u200bb', 'Zoe\u0308  x', '\u202eabc', '.', '❤️'])
    expect(said(requiredText(32), typed)).toBe(typed);
});
