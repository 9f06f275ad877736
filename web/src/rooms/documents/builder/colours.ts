/** The colours by which signers are told apart, beside their numbers. */

/** Around the circle of hues, far enough apart to be told apart. Each can be read on white and carries white letters (4.5 to 1). */
const hues = ['#c92a2a', '#8a5000', '#4d6b0d', '#1b7a3d', '#0a6e63', '#1c5cb8', '#5f3dc4', '#a3198f'];
/** The first ones lie as far apart as that many can. */
const apart = [0, 4, 2, 6, 1, 5, 3, 7];

/** As many as there are signers, by chance and none of them twice (BLD-10, CON-13). */
export function signerColours(count: number, random: () => number = Math.random): string[] {
  const first = Math.floor(random() * hues.length);
  const colours = apart.map((step) => hues[(first + step) % hues.length] as string);
  for (let turn = 0; colours.length < count; turn++) {
    const colour = darkTone((turn * 137.508) % 360, 0.55 + (turn % 5) * 0.08);
    if (!colours.includes(colour)) colours.push(colour);
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
