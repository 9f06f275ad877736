/** What no field of a kind may take (SEC-27). */
import type { Field, Kind } from './hostile-fields.ts';

const lists = [[], [1], ['a', 'b'], [[]], [null]];
const objects = [{}, { a: 1 }, { $gt: '' }];
const longest = 100_001;

const notText = [0, 1, -1, 1.5, 1e300, true, false, ...lists, ...objects];
const notANumber = [
  true,
  false,
  ...lists,
  ...objects,
  '',
  ' ',
  'one',
  ' 1',
  '1 ',
  '+1',
  '1.5',
  '1e3',
  '0x1',
  '٣',
  'NaN',
  'Infinity',
  '1,000',
  "1' or '1'='1",
  '99999999999999999999',
  1.5,
  1e300,
  2_147_483_648,
  '\u0000',
];
/** Wrong wherever a number may come as text, with a fraction or without. */
const notNumeric = notANumber.filter((value) => !['1.5', 1.5, 2_147_483_648].includes(value as never));
const notARecord = [...notANumber, 0, -1, '0', '-1', '01'];
const notADay = [
  '0000-01-01',
  ...notText,
  '',
  'today',
  '1980-3-5',
  '1980-02-30',
  '05/03/1980',
  '1980-03-05T00:00:00Z',
  '19800305',
  '-1980-03-05',
  '+001980-03-05',
  '1980-03-05 ',
  '1980-13-01',
];

/** Values that are wrong for every field of this kind, whatever it is called. */
const wrongFor: Record<Kind, readonly unknown[]> = {
  text: [...notText, 'x'.repeat(longest), '🙂'.repeat(longest)],
  record: notARecord,
  whole: notANumber,
  number: [...notANumber, '1'],
  decimal: [...notANumber, '1'].filter((value) => value !== 1.5),
  numeric: notNumeric,
  flag: [2, -1, 1.5, '2', 'true', 'yes', '', ' 1', ...lists, ...objects],
  choice: [-1, 1.5, 99, '99', 'none of these', '', ' ', '__proto__', 'constructor', 'toString', ...lists, ...objects],
  day: notADay,
  instant: [...notText, '', 'now', '2026-03-05', '2026-03-05T12:00:00', '2026-02-30T12:00:00Z', '1772712000'],
  list: ['x', 1, true, {}, { length: 1 }, [1.5], [{ a: 1 }], Array.from({ length: 1_001 }, () => 1)],
  object: ['x', 1, true, [], [1], { surprise: 1 }, { ['__proto__x']: 1 }],
  anything: [],
};

/** In a parameter everything is text, unless it is repeated or has a key. */
export function wrongValues(field: Field): unknown[] {
  const wrong = [...wrongFor[field.kind], ...(field.path.at(-1) === 'pageSize' ? [0, -1, 101] : [])];
  if (field.kind === 'anything') return [];
  if (field.part === 'query') {
    const several = [...lists, ...objects].filter((value) => Object.keys(value).length > 0);
    const single = wrong.filter((value) => typeof value !== 'object').map(String);
    return [...(field.kind === 'text' ? [] : single), ...several, 'x'.repeat(10_000)];
  }
  return [...wrong, ...(field.isNullable ? [] : [null]), ...(field.isOptional ? [] : [undefined])];
}

/** A list becomes `a[]=…`, an object `a[key]=…`, anything else its text. */
export function asParameter(name: string, value: unknown): Record<string, string> {
  if (Array.isArray(value)) return { [`${name}[]`]: String(value[0] ?? '') };
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)]));
  return { [name]: String(value) };
}
