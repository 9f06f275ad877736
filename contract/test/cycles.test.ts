import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { neededAtOnce, targetOf } from './import-statements.ts';

const home = path.join(import.meta.dirname, '../..');
const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: home })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file));

/** Files that need each other, by way of others too: none of them can be understood, moved or tested by itself. Each way round once. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return found;
}

test('no file imports one that imports it, types included', () => {
  const imports = sources.map((file): [string, string[]] => [
    file,
    neededAtOnce(readFileSync(path.join(home, file), 'utf8')).flatMap((name) => targetOf(file, name) ?? []),
  ]);
  expect(cyclesIn(new Map(imports))).toEqual([]);
});

test('a way back is found, however long it is', () => {
  const cycle = ['a -> b -> c -> a'];
  expect(cyclesIn(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a', 'd'], d: [] })))).toEqual(cycle);
});
