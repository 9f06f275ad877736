import { distance } from 'fastest-levenshtein';

/** Shorter names differ from others by a letter or two without being meant for them. */
const shortest = 8;
/** How many letters may be wrong: a plural may stand for a singular in a long name. */
const wrongLetters = (name: string) => (name.length < 14 ? 2 : 3);

/** A sentence for each name that is none of our settings and looks like one: a setting that nobody reads would say nothing. */
export const misspeltNames = (given: readonly string[], known: readonly string[]): string[] =>
  given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase();
      const meant = known.find(
        (one) =>
          (one.length >= shortest && distance(upper, one) <= wrongLetters(one)) ||
          // Its end was forgotten. A single word may be anybody's.
          (upper.includes('_') && one.startsWith(`${upper}_`)),
      );
      if (meant) return [`${name} is no setting: ${meant} is meant.`];
      return name.startsWith('PORTAL_') ? [`${name} is no setting.`] : [];
    });
