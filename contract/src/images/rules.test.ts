import { expect, test } from 'vitest';
import { imageProblem } from './rules.ts';

test.each([
  ['image/png', 2_097_152, null],
  ['image/jpeg', 2_097_152, null],
  ['image/webp', 2_097_152, null],
  ['image/png', 2_097_153, 'The image is larger than 2 MB.'],
  ['image/svg+xml', 1, 'Only PNG, JPEG and WebP images can be uploaded.'],
  ['text/html', 1, 'Only PNG, JPEG and WebP images can be uploaded.'],
])('SEC-30 of an image of type %s and %d bytes it is said: %s', (type, size, said) => {
  expect(imageProblem({ type, size })).toBe(said);
});
