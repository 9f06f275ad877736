/** The colours by which signers are told apart, beside their numbers. */

/** Each can be read on white and carries white letters (4.5 to 1). */
const apart = [
  '#1864ab',
  '#a61e4d',
  '#2b6e32',
  '#862e9c',
  '#a83a00',
  '#0b6a75',
  '#5f3dc4',
  '#7a5200',
  '#c2255c',
  '#364fc7',
  '#4a6310',
  '#6d4034',
];

/** As many as there are signers, by chance and none of them twice (BLD-10, CON-13). */
export function signerColours(count: number, random: () => number = Math.random): string[] {
  const colours = [...apart];
  for (let turn = 0; colours.length < count; turn++) {
    const colour = darkTone((turn * 137.508) % 360, 0.55 + (turn % 5) * 0.08);
    if (!colours.includes(colour)) colours.push(colour);
  }
  for (let at = colours.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [colours[at], colours[other]] = [colours[other] as string, colours[at] as string];
  }
  return colours.slice(0, count);
}

/** Dark enough in every hue. */
function darkTone(hue: number, saturation: number): string {
  const lightness = 0.25;
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    const value = lightness - saturation * lightness * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
