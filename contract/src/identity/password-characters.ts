/**
 * The characters of a password: how they are put together, and how many there are. The sign-in form asks before anything else is loaded, so
 * nothing stands here that brings more along.
 */

/** Composing takes time by the square of what is composed, so that is never done to what is far too long: 64 as seen are fewer. */
const mostUnits = 1_024;

/** Some keyboards put an accent into its letter, others beside it: either way it is the same password, and it is kept in one of them (NFC). */
export const composed = (password: string): string =>
  password.length > mostUnits ? password : password.normalize('NFC');

/** What joins an emoji, or says that it is one, is not seen, and keyboards write it by themselves. */
const unseenInEmoji = /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\uFE0F?(?:\u200D(?=\p{Extended_Pictographic}))?/gu;

/** In characters as people count them, nearly, and not by what an encoding makes of them. */
export const asSeen = (password: string): string[] => [...composed(password).replace(unseenInEmoji, '$1')];

export const isTooLong = (password: string): boolean => password.length > mostUnits || asSeen(password).length > 64;
