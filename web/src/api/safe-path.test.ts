import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/account', '/participants?site=2', '/settings/user-management', '/a%20b'])(
  'OPN-16 %j is followed',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '%2F%2Fevil.test',
  '/%2Fevil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  '/%5Cevil.test',
  '/100%',
  'account',
  '',
  undefined,
  7,
])('OPN-16 SEC-19 %j leads to the start page', (path) => {
  expect(safePath(path)).toBe('/');
});
