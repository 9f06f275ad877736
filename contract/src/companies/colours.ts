/** Colours of a brand as `#rrggbb`, and whether words on them can be read. */

/** The contrast ratio of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 AA for words. */
const leastContrast = 4.5;
const textColours = ['#ffffff', '#212529'] as const;
/** The colour of words on this one: white or dark, whichever stands out more. */
export const textOn = (colour: string): string =>
  textColours.reduce((best, one) => (contrast(colour, one) > contrast(colour, best) ? one : best));
export const isReadable = (colour: string): boolean => contrast(colour, textOn(colour)) >= leastContrast;
