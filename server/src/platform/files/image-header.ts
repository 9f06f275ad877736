/** What an image says of itself, read before anything decodes it: its kind, its pixels, and that nothing else is in the file (SEC-30). */
import type { ImageType } from '@portal/contract/images/rules.ts';
import { fail } from '#platform/core/fail.ts';

export interface ImageHeader {
  type: ImageType;
  width: number;
  height: number;
  /** How a camera says it was held, 1 (upright) to 8. */
  orientation: number;
}
type Size = Pick<ImageHeader, 'width' | 'height'>;

/** Walks the file from its first byte to its last; anything but one whole PNG, JPEG or WebP is refused. */
export function readImageHeader(file: Buffer): ImageHeader {
  const read = readers.find(({ start }) => start(file))?.read;
  if (!read) throw fail('image.not_accepted');
  let header: ImageHeader;
  try {
    header = read(file);
  } catch (error) {
    // Reading past the end of the file.
    if (error instanceof RangeError) throw fail('image.damaged');
    throw error;
  }
  if (header.width < 1 || header.height < 1) throw fail('image.damaged');
  return header;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const word = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);
const readers = [
  { start: (file: Buffer) => file.subarray(0, 8).equals(png), read: readPng },
  { start: (file: Buffer) => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff, read: readJpeg },
  { start: (file: Buffer) => word(file, 0) === 'RIFF' && word(file, 8) === 'WEBP', read: readWebp },
];

/** Chunks: length, name, data, check sum; the first is IHDR and the last IEND. */
function readPng(file: Buffer): ImageHeader {
  if (file.readUInt32BE(8) !== 13 || word(file, 12) !== 'IHDR') throw fail('image.damaged');
  for (let at = 8; ; ) {
    const name = word(file, at + 4);
    if (name === 'IHDR' && at > 8) throw fail('image.damaged');
    at += file.readUInt32BE(at) + 12;
    if (at > file.length) throw fail('image.damaged');
    if (name !== 'IEND') continue;
    if (at < file.length) throw fail('image.more_than_image');
    return { type: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20), orientation: 1 };
  }
}

/** An ordinary progressive photo has about ten; each costs a walk over all pixels. */
const mostScans = 100;

/**
 * Segments, each with its length, and scans without one. What cameras put after the end (a preview, a video) is not looked
 * at: it is not decoded, so it does not survive.
 */
function readJpeg(file: Buffer): ImageHeader {
  let frame: Size | null = null;
  let orientation = 1;
  let scans = 0;
  for (let at = 2; ; ) {
    if (file.readUInt8(at) !== 0xff) throw fail('image.damaged');
    while (file.readUInt8(at) === 0xff) at += 1;
    const marker = file.readUInt8(at);
    at += 1;
    if (marker === 0xd9) break;
    if (isBare(marker)) continue;
    if (isFrame(marker)) {
      if (frame) throw fail('image.damaged');
      frame = { width: file.readUInt16BE(at + 5), height: file.readUInt16BE(at + 3) };
    }
    const length = file.readUInt16BE(at);
    if (length < 2 || at + length > file.length) throw fail('image.damaged');
    if (marker === 0xe1) orientation = orientationIn(file.subarray(at + 2, at + length)) ?? orientation;
    at += length;
    if (marker !== 0xda) continue;
    scans += 1;
    if (scans > mostScans) throw fail('image.damaged');
    at = endOfScan(file, at);
  }
  if (!frame || scans === 0) throw fail('image.damaged');
  return { type: 'image/jpeg', ...frame, orientation };
}

/** The orientation in an EXIF segment: a TIFF file in either byte order, whose first directory may have an entry for it. */
function orientationIn(segment: Buffer): number | null {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return null;
  const tiff = segment.subarray(6);
  const small = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (small ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = small ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (short(at) !== 0x0112) continue;
      const value = short(at + 8);
      return short(at + 2) === 3 && value >= 1 && value <= 8 ? value : null;
    }
    return null;
  } catch {
    // Damaged notes of a camera do not make a damaged picture.
    return null;
  }
}

const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the next marker is: in a scan, 0xFF is followed by 0 or stands before a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw fail('image.damaged');
}

/** RIFF chunks of even length. Canvas, frame and picture each name a size; the largest counts. */
function readWebp(file: Buffer): ImageHeader {
  const end = file.readUInt32LE(4) + 8;
  if (end > file.length) throw fail('image.damaged');
  if (end < file.length) throw fail('image.more_than_image');
  const size = { width: 0, height: 0 };
  const walk = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const data = at + 8;
      const next = data + file.readUInt32LE(at + 4);
      if (next > to) throw fail('image.damaged');
      const found = sizeIn(file, word(file, at), data);
      if (found) {
        size.width = Math.max(size.width, found.width);
        size.height = Math.max(size.height, found.height);
      }
      // A picture inside a frame of an animation.
      if (word(file, at) === 'ANMF') walk(data + 16, next);
      at = next + (next % 2);
    }
  };
  walk(12, end);
  return { type: 'image/webp', ...size, orientation: 1 };
}

function sizeIn(file: Buffer, name: string, data: number): Size | null {
  if (name === 'VP8X') return { width: file.readUIntLE(data + 4, 3) + 1, height: file.readUIntLE(data + 7, 3) + 1 };
  if (name === 'ANMF') return { width: file.readUIntLE(data + 6, 3) + 1, height: file.readUIntLE(data + 9, 3) + 1 };
  if (name === 'VP8 ')
    return { width: file.readUInt16LE(data + 6) & 0x3fff, height: file.readUInt16LE(data + 8) & 0x3fff };
  if (name !== 'VP8L') return null;
  const bits = file.readUInt32LE(data + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
