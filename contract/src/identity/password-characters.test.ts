import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { requiredName } from '../wire.ts';
import { changePassword } from './account-endpoints.ts';
import { signIn } from './endpoints.ts';

/** Composing it takes minutes: with two kinds of accents in turn, time goes by the square. */
const endless = `e${'\u0301\u0323'.repeat(250_000)}`;

test.each([
  ['the password at sign-in', signIn.body, { email: 'a@x.test', password: endless }],
  ['a new password', changePassword.body, { password: endless, newPassword: endless }],
  ['a name', z.object({ name: requiredName(100) }), { name: endless }],
])('what is far too long is refused before it is composed: %s', (_, body, given) => {
  const composing = vi.spyOn(String.prototype, 'normalize');
  const refused = !z.safeDecode(body as z.ZodType, given as never).success;
  const longest = Math.max(0, ...composing.mock.contexts.map((text) => String(text).length));
  composing.mockRestore();
  expect(refused).toBe(true);
  expect(longest).toBeLessThan(10_000);
});
