import { expect, test } from 'vitest';
import { newCard } from './rules.ts';

test.each([
  ['+1 617 555 0100', 'Help desk of Trellis: +1 617 555 0100, help@trellis.example'],
  [null, 'Help desk of Trellis: help@trellis.example'],
])(
  'CRD-05 OPS-37 a new card names the help desk with the phone (%j) and the e-mail of the brand',
  (phone, contactInfo) => {
    expect(newCard({ name: 'Trellis', email: 'help@trellis.example', phone }).contactInfo).toBe(contactInfo);
  },
);
