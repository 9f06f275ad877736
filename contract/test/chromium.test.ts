import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offForPlaywright } from '../../scripts/chromium.ts';

test('Chromium is started without all that the Playwright of today starts it without', () => {
  const { resolve } = createRequire(join(import.meta.dirname, '../../e2e/package.json'));
  const source = readFileSync(join(resolve('playwright-core/package.json'), '../lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
  const theirs = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  expect(offForPlaywright).toEqual(theirs);
});
