import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('a module has a stand-in only in tests that run alone, since all others share their modules', () => {
  const web = path.join(import.meta.dirname, '..');
  const tests = globSync('src/**/*.test.{ts,tsx}', { cwd: web });
  const withStandIn = tests.filter((file) => /^vi\.(?:do)?[mM]ock\(/m.test(readFileSync(path.join(web, file), 'utf8')));
  expect(withStandIn.length).toBeGreaterThan(0);
  expect(withStandIn.filter((file) => !file.endsWith('.alone.test.tsx'))).toEqual([]);
});
