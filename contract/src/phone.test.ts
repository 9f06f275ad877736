import { expect, test } from 'vitest';
import { isPhone } from './phone.ts';

test.each([
  ['+15551234567', true],
  ['+16175550100', true],
  ['+33142685300', true],
  ['+4722225555', true],
  ['123', false],
  ['+1555', false],
  ['+1617555010012', false],
  ['16175550100', false],
  ['+1 617 555 0100', false],
  ['+0123456789', false],
  ['+9991234567890', false],
  ['+1617555010x', false],
  ['+161755501001617555010', false],
  ['', false],
])('PAR-17 OPN-70 whether %j is a phone number: %j', (value, good) => {
  expect(isPhone(value)).toBe(good);
});
