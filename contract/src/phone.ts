/** Phone numbers, asked on both sides by the same library. A file of its own, so that only who needs it carries the library. */
import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * PAR-17, OPN-70: a number in international form whose country exists and allows its length; at most 20 characters.
 * Which ranges a country has handed out is not asked: they change with every release of the library.
 */
export const isPhone = (value: string): boolean => /^\+[1-9]\d{6,18}$/.test(value) && isPossiblePhoneNumber(value);

/** A stored number in groups, with its country: +1 617 555 0123. What is none stays as it is. */
export const phoneInGroups = (value: string): string =>
  parsePhoneNumberFromString(value)?.formatInternational() ?? value;
