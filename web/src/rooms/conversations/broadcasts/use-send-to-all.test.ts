import { expect, test } from 'vitest';
import { shortOf } from './use-send-to-all.ts';

test('CHT-18 a message is cut after 80 letters, and one that has no more is not said to go on, whatever its letters are', () => {
  expect(shortOf('a'.repeat(80))).toBe('a'.repeat(80));
  expect(shortOf('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`);
  expect(shortOf('💉'.repeat(80))).toBe('💉'.repeat(80));
  expect(shortOf('💉'.repeat(81))).toBe(`${'💉'.repeat(80)}…`);
});
