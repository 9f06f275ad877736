/** Colours as `#rrggbb`. */

/** One colour with a share of another. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  const mixed = a.map((value, i) => Math.round(value * (1 - share) + (b[i] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How much two stand out against each other (WCAG 2.2, from 1 to 21). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour as it is, or as light as it must be to stand out against a dark ground. */
export function standsOut(colour: string, ground: string, least: number): string {
  for (let share = 0; share < 1; share += 0.04) {
    const lighter = mix(colour, '#ffffff', share);
    if (contrast(lighter, ground) >= least) return lighter;
  }
  return '#ffffff';
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: string): number[] =>
  (colour.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16));
