/** Whether a drawing can be printed: one whole PNG of the size of a pad, on which something is drawn (SGN-16). */
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
    return isOneColor(pixels, pixels.length / (width * height)) ? 'empty' : 'drawn';
  } catch {
    return 'unreadable';
  }
}

/** What is wholly transparent is alike, whatever colour lies beneath. */
function isOneColor(pixels: Buffer, bytes: number): boolean {
  const hasAlpha = bytes === 4;
  const first = pixels.subarray(0, bytes);
  for (let at = bytes; at < pixels.length; at += bytes) {
    if (hasAlpha && pixels[at + 3] === 0 && first[3] === 0) continue;
    if (first.compare(pixels, at, at + bytes) !== 0) return false;
  }
  return true;
}
