/** What a new password must be, wherever one is set (SEC-14, REG-12 to REG-19, FGP-05). */
import { z } from 'zod';

export const passwordMessage = 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol';

/** A symbol is whatever is neither letter, digit nor space. Never trimmed, never shortened. */
export const fitsPasswordRule = (value: string): boolean =>
  value.length >= 12 &&
  value.length <= 64 &&
  /\p{Ll}/u.test(value) &&
  /\p{Lu}/u.test(value) &&
  /\d/.test(value) &&
  /[^\p{L}\p{N}\s]/u.test(value) &&
  !/\s/.test(value);

/** Said of a new password that is the old one; both come with the change, so that saying it tells nobody anything. */
export const samePasswordMessage = 'The new password must differ from the current one.';

export const newPassword = z
  .string('is required')
  .refine((value) => value !== '', { message: 'is required', abort: true })
  .refine(fitsPasswordRule, { message: passwordMessage, params: { code: 'PASSWORD_POLICY' } });
