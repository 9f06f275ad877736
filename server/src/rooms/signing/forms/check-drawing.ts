/** Whether a drawing can be printed: one whole PNG of the size of a pad, on which enough is drawn to be seen on paper (SGN-16). */
import { Transformer } from '@napi-rs/image';
import { readImageHeader } from '#platform/files/image-header.ts';

export type DrawingFinding = 'drawn' | 'empty' | 'unreadable';

/** A pad on the finest of screens. */
const mostPixels = 6_000_000;

export async function checkDrawing(png: Uint8Array): Promise<DrawingFinding> {
  const file = Buffer.from(png.buffer, png.byteOffset, png.length);
  try {
    const { type, width, height } = readImageHeader(file);
    if (type !== 'image/png' || width * height > mostPixels) return 'unreadable';
    const pixels = await new Transformer(file).rawPixels();
    const shades = shadesOf(pixels, { of: pixels.length / (width * height), isDeep: file[bitsAt] === 16 });
    return isSeen(inkOf(shades), { width, height }) ? 'drawn' : 'empty';
  } catch {
    return 'unreadable';
  }
}

/** The picture that was looked at and nothing else of the file: of frames, colours and texts that it brings besides, readers differ. */
export const asSeen = (png: Uint8Array): Promise<Buffer> => new Transformer(Buffer.from(png)).png();

/** Where the header of a PNG says how many bits a channel has. */
const bitsAt = 24;

/** How many pixels have each shade on white paper, from 0 (black) to 255. What is transparent lets the paper through. */
function shadesOf(pixels: Buffer, { of: bytes, isDeep }: { of: number; isDeep: boolean }): Uint32Array {
  const shades = new Uint32Array(256);
  const step = isDeep ? 2 : 1;
  const channels = bytes / step;
  const [green, blue] = channels < 3 ? [0, 0] : [step, 2 * step];
  const alpha = channels % 2 === 0 ? bytes - step : null;
  const byte = (at: number) => pixels[at] ?? 0;
  // Of two bytes the second one counts more.
  for (let at = step - 1; at < pixels.length; at += bytes) {
    const dark = 255 - (0.299 * byte(at) + 0.587 * byte(at + green) + 0.114 * byte(at + blue));
    const shade = Math.round(255 - (alpha === null ? dark : (dark * byte(at + alpha)) / 255));
    shades[shade] = (shades[shade] ?? 0) + 1;
  }
  return shades;
}

/** A quarter of the way from white to black: fainter lines are lost on paper. */
const leastContrast = 64;

/** The pixels that stand out from the ground, which is of the shade that most of the picture has. */
function inkOf(shades: Uint32Array): number {
  const ground = shades.indexOf(Math.max(...shades));
  return shades.reduce((ink, count, shade) => (Math.abs(shade - ground) < leastContrast ? ink : ink + count), 0);
}

/** Points that a drawing has in a field of the usual size, above what is printed there. */
const room = { width: 76, height: 15 };
/** A speck: three short strokes of a mouse on a whole pad are more, and so is a dot that the picture was cut to. */
const leastInk = { pixels: 20, squarePoints: 0.5 };

function isSeen(ink: number, { width, height }: { width: number; height: number }): boolean {
  const scale = Math.min(room.width / width, room.height / height);
  return ink >= leastInk.pixels && ink * scale * scale >= leastInk.squarePoints;
}
