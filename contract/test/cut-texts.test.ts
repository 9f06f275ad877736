import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tagsOf } from './tags-of.ts';

const home = path.join(import.meta.dirname, '../..');

/** Nothing is kept of what is searched for, and of digits a form takes the number that is seen. */
const mayCut = (tag: string): boolean =>
  /^<(?:SearchField|ListToolbar)\b/.test(tag) ||
  /\s(?:placeholder|label|aria-label)=(?:"|\{`)(?:Search|Find|Filter) /.test(tag) ||
  /\srole="combobox"/.test(tag) ||
  /\sinputMode(?:="|: ')numeric['"]/.test(tag);

/**
 * Fields that cut what is typed or pasted, themselves alone and not what stands within their braces; and what is kept to be given to such
 * a field.
 */
const cutting = (source: string): string[] =>
  [
    ...tagsOf(source, '[A-Za-z]\\w*').filter((tag) => /\smaxLength=/.test(withoutBraces(tag))),
    ...[...source.matchAll(/\bmaxLength:/g)].map(({ index }) => objectAround(source, index)),
  ].filter((found) => !mayCut(found));
/** From the brace that is open at this place to the one that closes it. */
function objectAround(source: string, at: number): string {
  const braces = (text: string) => text.split('{').length - text.split('}').length;
  let [start, end] = [at, at];
  while (start > 0 && braces(source.slice(start, at)) !== 1) start--;
  while (end < source.length && braces(source.slice(at, end)) !== -1) end++;
  return source.slice(start, end);
}
function withoutBraces(tag: string): string {
  let depth = 0;
  return [...tag].filter((letter) => (depth += letter === '{' ? 1 : letter === '}' ? -1 : 0) === 0).join('');
}

// What is too long is refused, and never cut: a text that ends in the middle reads like a whole one.
test('a field cuts no text: what is too long stays, is told of and is not sent (`LimitedTextInput`, `LimitedTextarea`)', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: home }).map((file) => file.replaceAll('\\', '/'));
  const sources = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(home, file), 'utf8')] as const);
  expect(sources.flatMap(([, source]) => tagsOf(source, 'LimitedTextInput|LimitedTextarea')).length).toBeGreaterThan(
    30,
  );
  expect(sources.flatMap(([file, source]) => cutting(source).map((tag) => `${file}: ${tag}`))).toEqual([]);
});

test.each([
  ['<TextInput label="Name" maxLength={100} />', 1],
  ['<Textarea\n  label="Reason"\n  maxLength={longest.reason}\n  onChange={() => go()}\n/>', 1],
  ['<StrictField label="Name" maxLength={200} />', 1],
  ['<input maxLength={5} />', 1],
  ['<LimitedTextInput label="Name" most={100} />', 0],
  ['<SearchField maxLength={100} />', 0],
  ['<TextInput placeholder="Search by name" maxLength={200} />', 0],
  ['<StrictField inputMode="numeric" maxLength={4} />', 0],
  ['<Dialog footer={<TextInput maxLength={4} />}>', 1],
  ['<TextInput label="More > less" maxLength={4} />', 1],
  ['<TextInput {...{ maxLength: 5 }} />', 1],
  ['const text = { value, maxLength: longest.reason };', 1],
  ["const quantity = { inputMode: 'numeric' as const, maxLength: 6 };", 0],
  ['interface Props { maxLength?: number }', 0],
])('%s holds %i such fields', (source, found) => {
  expect(cutting(source)).toHaveLength(found);
});
