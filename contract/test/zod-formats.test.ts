import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');
const zod = path.join(home, 'node_modules/zod/v4/classic/schemas.js');

/** The formats of `z.string()`, which `web/without-unused.ts` leaves out of the build. */
const formats = [
  ...readFileSync(zod, 'utf8').matchAll(
    /(\w+)\(params\) \{\n\s*return this\.check\(core\._\w+\(Zod[A-Z]\w+, params\)\);/g,
  ),
].map((found) => found[1] as string);
/** Where one is asked of a schema; `z.email()` and `z.iso.date()` are schemas of their own. */
const asked = new RegExp(String.raw`(?<!\bz\s*)(?<!\bz\.iso\s*)\.(?:${formats.join('|')})\(`, 'g');

test('a format is a schema of its own, as `z.email()`: those of `z.string()` are not in what browsers get', () => {
  expect(formats).toContain('email');
  expect('z.string().max(64).email()'.match(asked)).toEqual(['.email(']);
  expect('z.email() z.iso.date()'.match(asked)).toBeNull();
  const files = globSync('{contract,web}/src/**/*.{ts,tsx}', { cwd: home }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    (readFileSync(path.join(home, file), 'utf8').match(asked) ?? []).map((call) => `${file}: ${call}`),
  );
  expect(found).toEqual([]);
});
