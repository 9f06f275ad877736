import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(home, file), 'utf8');

/** What a test takes from the contract, with the file it comes from. */
function takenBy(file: string, source: string): { name: string; from: string }[] {
  return [...source.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)].flatMap(([, names = '', from = '']) => {
    const target = from.startsWith('@portal/contract/')
      ? from.replace('@portal/contract/', 'contract/src/')
      : path.posix.join(path.posix.dirname(file), from);
    if (!target.startsWith('contract/src/')) return [];
    const taken = names.split(',').map((name) => name.trim().split(' ')[0] ?? '');
    return taken.filter(Boolean).map((name) => ({ name, from: target }));
  });
}

/** Whether a constant is a sentence, or a table of sentences. */
function isSaid(name: string, source: string): boolean {
  const words = String.raw`(?:'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|\x60[^\x60]* [^\x60]*\x60)`;
  return new RegExp(`^export const ${name}\\b[^=]*=\\s*(?:${words}|\\{\\s*(?:\\w+: ${words},?\\s*)+\\})`, 'm').test(
    source,
  );
}

// Such a test stays green whatever the text becomes: what the requirements fix is written out where it is proven.
test('no test takes a sentence from the contract that it is meant to prove', () => {
  const tests = globSync('{contract,server,web,e2e}/**/*.test.{ts,tsx}', {
    cwd: home,
    exclude: (name) => path.basename(name) === 'node_modules',
  }).map((file) => file.replaceAll('\\', '/'));
  expect(tests.length).toBeGreaterThan(200);
  const taken = tests.flatMap((file) =>
    takenBy(file, read(file)).filter(({ name, from }) => existsSync(path.join(home, from)) && isSaid(name, read(from))),
  );
  expect(taken).toEqual([]);
});

test.each([
  [`export const said = 'Please try again.';`, true],
  [`export const said: string =\n  'Please try again.';`, true],
  [`export const said = {\n  one: 'Please try again.',\n  two: 'No such file.',\n} as const;`, true],
  [`export const said = 'Other';`, false],
  [`export const said = 60;`, false],
  [`export const said = (name: string) => 'Please try again.';`, false],
])('sentences are told from other constants: %s', (source, expected) => {
  expect(isSaid('said', source)).toBe(expected);
});
