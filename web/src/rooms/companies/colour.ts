import { contrast, isReadable, textOn } from '@portal/contract/companies/colours.ts';

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
const tidy = (text: string): string => text.trim().toLowerCase();

/** How a brand is coloured that has this one; null where it is none. */
export function coloursOf(typed: string): { primary: string; onPrimary: string } | null {
  const primary = tidy(typed);
  return isColour(primary) ? { primary, onPrimary: textOn(primary) } : null;
}

/** The contrast in words, while a colour is chosen. */
export function wordsOfColour(typed: string): string {
  const colours = coloursOf(typed);
  if (!colours) return 'Such as #0f6b6b; without one the brand looks like its host.';
  const words = colours.onPrimary === '#ffffff' ? 'White' : 'Dark';
  // Rounded down: a contrast just below the limit must not read as the limit.
  const ratio = `${(Math.floor(contrast(colours.primary, colours.onPrimary) * 10) / 10).toFixed(1)} to 1`;
  return isReadable(colours.primary)
    ? `${words} words stand out on it by ${ratio}.`
    : `${words} words stand out on it by ${ratio} only; at least 4.5 to 1 is needed.`;
}
