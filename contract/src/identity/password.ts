/** What a new password must be, wherever one is set (SEC-14, REG-12 to REG-19, FGP-05). */
import { z } from 'zod';
import { isVisible } from '../visible.ts';
import { asSeen, isTooLong } from './password-characters.ts';

export const passwordMessage = 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol';

/** Its owner can type anew only what a screen shows. */
const isShown = (character: string): boolean => isVisible(character) && !/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/u.test(character);

/** A symbol is whatever is seen and neither letter, digit nor a mark at one. Never trimmed, never shortened. */
export function fitsPasswordRule(value: string): boolean {
  if (isTooLong(value)) return false;
  const characters = asSeen(value);
  const seen = characters.join('');
  return (
    characters.length >= 12 &&
    /\p{Ll}/u.test(seen) &&
    /\p{Lu}/u.test(seen) &&
    /\d/.test(seen) &&
    /[^\p{L}\p{N}\p{M}]/u.test(seen) &&
    characters.every(isShown)
  );
}

/** Said of a new password that is the old one; both come with the change, so that saying it tells nobody anything. */
export const samePasswordMessage = 'The new password must differ from the current one.';

export const newPassword = z
  .string('is required')
  .refine((value) => value !== '', { message: 'is required', abort: true })
  .refine(fitsPasswordRule, { message: passwordMessage, params: { code: 'PASSWORD_POLICY' } });
