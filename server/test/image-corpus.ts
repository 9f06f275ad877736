/** Images as people send them, and as nobody should. */
import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

/** Written where a camera would write who took the picture, and where. */
export const secret = 'N 42.3601 W 71.0589 by Ada Lovelace';

const size = { width: 60, height: 40 };
const pixels = (isOpaque: boolean) =>
  Uint8Array.from({ length: size.width * size.height * 4 }, (_, i) => (isOpaque && i % 4 === 3 ? 255 : (i * 7) & 255));
const picture = (isOpaque = true) => Transformer.fromRgbaPixels(pixels(isOpaque), size.width, size.height);

export const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const pngChunk = (name: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
};
export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const pngHead = (width: number, height: number) =>
  pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])]));

/** A black picture of this size, one bit a pixel; `more` comes before its pixels. */
export const aPng = (width: number, height: number, ...more: Buffer[]): Buffer =>
  Buffer.concat([
    pngStart,
    pngHead(width, height),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
export const pngText = (text: string) => pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));

/** An EXIF segment that says how the camera was held. */
const exif = (orientation: number) => {
  const entry = Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
  const data = Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0', 'latin1'),
    entry,
    Buffer.alloc(4),
    Buffer.from(secret),
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, data.length + 2]), data]);
};
export const afterStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

export const uint24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
export const riffChunk = (name: string, data: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
};
export const webpOf = (...chunks: Buffer[]) => riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
const canvas = (flags: number, width: number, height: number) =>
  riffChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]));

/** One whole image of each kind, the last ones with what is not to be kept. */
export async function goodImages() {
  const [png, jpeg, webp, lossless] = await Promise.all([
    picture(false).png(),
    picture().jpeg(90),
    picture().webp(90),
    picture().webpLossless(),
  ]);
  const frame = riffChunk(
    'ANMF',
    Buffer.concat([...[0, 0, size.width - 1, size.height - 1, 100].map(uint24), Buffer.from([0]), webp.subarray(12)]),
  );
  const animation = riffChunk('ANIM', Buffer.alloc(6));
  return {
    'a PNG': png,
    'a JPEG': jpeg,
    'a WebP': webp,
    'a lossless WebP': lossless,
    'a PNG with a comment': aPng(60, 40, pngText(secret)),
    'a JPEG of a camera': afterStart(jpeg, exif(1)),
    'a JPEG with a preview after its end': Buffer.concat([jpeg, Buffer.from(secret), jpeg]),
    'an animated WebP': webpOf(
      canvas(2, size.width, size.height),
      animation,
      frame,
      frame,
      riffChunk('EXIF', Buffer.from(secret)),
    ),
  };
}

/** The same picture, photographed with the camera on its side. */
export const photoOnItsSide = async (): Promise<Buffer> => afterStart(await picture().jpeg(90), exif(6));

const html = '<!doctype html><script>alert(document.domain)</script>';

/** What is refused, with the code of its refusal. */
export async function hostileImages(): Promise<Record<string, { file: Buffer; code: string }>> {
  const [png, jpeg, webp] = await Promise.all([picture().png(), picture().jpeg(90), picture().webp(90)]);
  const none = (file: Uint8Array | string) => ({ file: Buffer.from(file), code: 'image.not_accepted' });
  const damaged = (...parts: Uint8Array[]) => ({ file: Buffer.concat(parts), code: 'image.damaged' });
  const more = (...parts: Uint8Array[]) => ({ file: Buffer.concat(parts), code: 'image.more_than_image' });
  const large = (file: Buffer) => ({ file, code: 'image.too_many_pixels' });
  const start = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(start, -2);
  // Baseline or progressive.
  const frameAt = Math.max(...[0xc0, 0xc2].map((marker) => jpeg.indexOf(Buffer.from([0xff, marker]))));
  const wide = Buffer.from(jpeg);
  wide.writeUInt16BE(30_000, frameAt + 5);
  wide.writeUInt16BE(30_000, frameAt + 7);
  const frame = jpeg.subarray(frameAt, frameAt + 2 + jpeg.readUInt16BE(frameAt + 2));
  const flipped = Buffer.from(png);
  flipped[flipped.length - 30] = (flipped.at(-30) ?? 0) ^ 0xff;
  return {
    'an SVG with a script': none(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
    'an SVG with an XML head': none(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
    'HTML named .png': none(html),
    'HTML that begins like a GIF': none(`GIF89a/*${html}`),
    'a GIF': none(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')),
    'a BMP': none(Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])),
    'a PDF': none('%PDF-1.7\n1 0 obj'),
    'a TIFF': none(Buffer.from('II*\0\x08\0\0\0', 'latin1')),
    'a RIFF that is no WebP': none(Buffer.concat([Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1')])),
    'one byte': none('\x89'),
    'the first bytes of a PNG': damaged(pngStart),
    'the first bytes of a JPEG': damaged(jpeg.subarray(0, 3)),
    'a PNG with HTML after its end': more(png, Buffer.from(html)),
    'a PNG with a second one after it': more(png, png),
    'a WebP with HTML after its end': more(webp, Buffer.from(html)),
    'a PNG that is cut off': damaged(png.subarray(0, -20)),
    'a JPEG that is cut off': damaged(jpeg.subarray(0, -20)),
    'a WebP that is cut off': damaged(webp.subarray(0, -20)),
    'a PNG whose pixels are damaged': damaged(flipped),
    'a PNG without pixels': damaged(pngStart, pngHead(8, 8), pngChunk('IEND', Buffer.alloc(0))),
    'a PNG with two heads': damaged(aPng(8, 8, pngHead(30_000, 30_000))),
    'a PNG without width': damaged(aPng(0, 8)),
    'a JPEG with two frames': damaged(jpeg.subarray(0, start), frame, jpeg.subarray(start)),
    'a JPEG of 200 scans': damaged(
      jpeg.subarray(0, start),
      ...Array.from({ length: 200 }, () => scan),
      jpeg.subarray(-2),
    ),
    'a PNG of 30,000 by 30,000 pixels': large(aPng(30_000, 30_000)),
    'a PNG that is one pixel too wide': large(aPng(4_097, 1)),
    'a PNG that is one pixel too high': large(aPng(1, 4_097)),
    'a JPEG of 30,000 by 30,000 pixels': large(wide),
    'a WebP on a canvas of 16,000 by 16,000 pixels': large(webpOf(canvas(0, 16_000, 16_000), webp.subarray(12))),
  };
}
