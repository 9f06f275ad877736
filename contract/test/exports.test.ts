import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');
const sources = globSync(
  ['{contract,server,web}/{src,test}/**/*.{ts,tsx}', '{scripts,e2e,operations}/**/*.ts', 'web/*.ts'],
  { cwd: home, exclude: (file) => file.includes('node_modules') },
).map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(home, file), 'utf8') }));

/** The values that a source gives to others by name. */
const valuesOf = (text: string): string[] => [
  ...[...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm)].map(([, name]) => name!),
  ...[...text.matchAll(/^export const [{[]([^=]*)[}\]] =/gm)].flatMap(
    ([, names]) => names!.match(/\w+(?=\s*(?:,|$))/g) ?? [],
  ),
];
/** The types likewise: one that is part of what a function takes or gives may go without an importer. */
const typesOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name!);

const wordsIn = (text: string): string[] => text.match(/\w+/g) ?? [];

/** Values that no other source names, and types that stand nowhere but where they are made. Words are compared: quick, and it misses few. */
function unusedIn(all: readonly { file: string; text: string }[]): string[] {
  const files = new Map<string, number>();
  for (const { text } of all) for (const word of new Set(wordsIn(text))) files.set(word, (files.get(word) ?? 0) + 1);
  return all.flatMap(({ file, text }) => {
    const own = Map.groupBy(wordsIn(text), (word) => word);
    const alone = (name: string) => files.get(name) === 1;
    return [
      ...valuesOf(text).filter(alone),
      ...typesOf(text).filter((name) => alone(name) && own.get(name)?.length === 1),
    ].map((name) => `${file}: ${name}`);
  });
}

/** Found by their file, or by the machinery that reads them. */
const foundOtherwise =
  /\/(?:[\w-]*endpoints|access-table-[\w-]+|global-setup)\.ts: |^contract\/src\/[\w-]+\/socket\.ts: /;

test('what a file exports is used by another one', () => {
  expect(unusedIn(sources).filter((name) => !foundOtherwise.test(name))).toEqual([]);
});

test('an export that stands in its own file alone is found', () => {
  const sources = [
    { file: 'a.ts', text: 'export const one = 1;\nexport const two = one;\nexport type Three = 3;\n' },
    { file: 'b.ts', text: "import { two } from './a.ts';\nexport type Four = 4;\nexport const five: Four = two;\n" },
  ];
  expect(unusedIn(sources)).toEqual(['a.ts: one', 'a.ts: Three', 'b.ts: five']);
});
