import { expect, test } from 'vitest';
import { wordsOfColour } from './colour.ts';

test.each([
  ['#777777', 'White words stand out on it by 4.4 to 1 only; at least 4.5 to 1 is needed.'],
  ['#767676', 'White words stand out on it by 4.5 to 1.'],
])('BRN-01 the contrast of %s is not told as more than it is', (colour, told) => {
  expect(wordsOfColour(colour)).toBe(told);
});
