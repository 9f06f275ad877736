import { expect, test } from 'vitest';
import { fileProblem, maxUploadBody } from './rules.ts';

test.each([
  ['application/pdf', 1, null],
  ['application/pdf', 52_428_800, null],
  ['application/pdf', 52_428_801, 'File size is greater than 50MB'],
  ['image/png', 1, 'Only PDF files can be uploaded.'],
])('CON-08 OPS-53 UPW-15 CLN-24 BST-10 of a file of type %s and %d bytes it is said: %s', (type, size, said) => {
  expect(fileProblem({ type, size })).toBe(said);
});

test('OPS-53 a body holds 50 MB in base64, and the names beside it', () => {
  expect(maxUploadBody).toBeGreaterThan(Math.ceil(52_428_800 / 3) * 4 + 1_000_000);
});
