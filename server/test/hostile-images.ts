/** More files that are no image, do more than an image, or cost more than one (SEC-30). */
import { deflateSync, gzipSync } from 'node:zlib';
import {
  afterStart,
  aPng,
  goodImages,
  pngChunk,
  pngHead,
  pngStart,
  pngText,
  riffChunk,
  uint24,
  uint32,
  webpOf,
} from './image-corpus.ts';

export const page = '<!doctype html><html><script>pwned()</script></html>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>pwned()</script></svg>`;
const text = (value: string) => Buffer.from(value, 'latin1');
const iend = pngChunk('IEND', Buffer.alloc(0));

/** Files of other kinds, some of which begin like a picture. */
export const notImages = (): Record<string, Buffer> => ({
  'a page': text(page),
  'a page after a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(page)]),
  'a page in UTF-16': Buffer.from(`\ufeff${page}`, 'utf16le'),
  'a page after blanks': text(`\n\n   ${page}`),
  XHTML: text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>pwned()</script></html>`),
  'an SVG': text(svg),
  'an SVG in capital letters': text(svg.replace('svg', 'SVG')),
  'an SVG with an entity': text(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
  'an SVG after a comment': text(`<!-- PNG -->${svg}`),
  'a packed SVG': gzipSync(svg),
  'a page that begins like a PNG': Buffer.concat([pngStart.subarray(0, 6), text(page)]),
  'a page that begins like a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8]), text(page)]),
  'a page that begins like a WebP': text(`RIFF\x20\x00\x00\x00WEBX${page}`),
  'a GIF that moves': Buffer.concat([text('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0]), text('NETSCAPE2.0')]),
  'an icon': Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
  'an AVIF': text('\0\0\0\x1cftypavif\0\0\0\0avifmif1'),
  'a HEIC': text('\0\0\0\x18ftypheic\0\0\0\0heicmif1'),
  'a JPEG XL': Buffer.from([0xff, 0x0a, 0, 0]),
  'a JPEG 2000': Buffer.from([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]),
  'a PostScript': text('%!PS-Adobe-3.0 EPSF-3.0\n(file) run'),
  'a Flash film': text('FWS\x08'),
  'a film': text('\0\0\0\x18ftypmp42'),
  'a ZIP': text('PK\x03\x04'),
  'a Windows program': text('MZ\x90\0'),
  'a Linux program': text('\x7fELF'),
  'a shell script': text('#!/bin/sh\nid'),
  'a PHP script': text('<?php system($_GET[0]);'),
  'a feed': text('<?xml version="1.0"?><rss/>'),
  'a stylesheet': text('*{background:url(//evil.test)}'),
  'a script': text('alert(1)//'),
  'an address': text('https://evil.test/x.png'),
  blanks: Buffer.alloc(1_000, 32),
  zeros: Buffer.alloc(1_000_000),
});

/** Begin as an image and are none that we keep; each must be refused soon, whatever it would cost to open it. */
export async function damagedImages(): Promise<Record<string, Buffer>> {
  const { 'a JPEG': jpeg, 'a WebP': webp } = (await goodImages()) as Record<string, Buffer>;
  // Each frame is around all that follow: as deep as 2 MB allow.
  const frames = Buffer.alloc(60_000 * 24);
  for (let from = 0; from < frames.length; from += 24) {
    frames.write('ANMF', from, 'latin1');
    frames.writeUInt32LE(frames.length - from - 8, from + 4);
  }
  const emptySegments = Buffer.from('\xff\xe0\0\x02'.repeat(100_000), 'latin1');
  return {
    'a PNG of 4,096 by 4,096 pixels without them': Buffer.concat([
      pngStart,
      pngHead(4_096, 4_096),
      pngChunk('IDAT', deflateSync(Buffer.alloc(10))),
      iend,
    ]),
    'a PNG whose first chunk claims 4 GB': Buffer.concat([
      pngStart,
      uint32(0xffff_ffff),
      text('IHDR'),
      Buffer.alloc(20),
    ]),
    'a PNG with a chunk that claims 4 GB': Buffer.concat([
      pngStart,
      pngHead(8, 8),
      uint32(0xffff_fff0),
      text('IDAT'),
      Buffer.alloc(20),
    ]),
    'a PNG with a false check sum': Buffer.concat([
      pngStart,
      text('\0\0\0\x0dIHDR'),
      uint32(8),
      uint32(8),
      Buffer.from([1, 0, 0, 0, 0, 1, 2, 3, 4]),
      pngChunk('IDAT', deflateSync(Buffer.alloc(16))),
      iend,
    ]),
    'a PNG of a depth that there is not': Buffer.concat([
      pngStart,
      pngChunk('IHDR', Buffer.concat([uint32(8), uint32(8), Buffer.from([99, 9, 9, 9, 9])])),
      iend,
    ]),
    'a JPEG without a scan': Buffer.concat([jpeg!.subarray(0, 20), Buffer.from([0xff, 0xd9])]),
    'a JPEG of marks alone': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1_000_000, 0xff)]),
    'a JPEG of segments without content': Buffer.concat([Buffer.from([0xff, 0xd8]), emptySegments]),
    'a JPEG with a segment longer than the file': Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]),
      Buffer.alloc(10),
    ]),
    'a WebP whose chunk claims 4 GB': webpOf(Buffer.concat([text('VP8 '), uint32(0xffff_ffff), Buffer.alloc(20)])),
    'a WebP of 60,000 frames inside each other': webpOf(frames),
    'a WebP without a picture': webpOf(riffChunk('EXIF', Buffer.alloc(8))),
    'a WebP with a frame of 16 million pixels width': webpOf(
      riffChunk(
        'ANMF',
        Buffer.concat([...[0, 0, 0xff_ffff, 1, 100].map(uint24), Buffer.from([0]), webp!.subarray(12)]),
      ),
    ),
  };
}

/** Images that carry a page, a script or another picture along. They are made anew, and nothing of it is left. */
export async function ladenImages(): Promise<Record<string, Buffer>> {
  const { 'a JPEG': jpeg } = (await goodImages()) as Record<string, Buffer>;
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), text(page)]);
  return {
    'a PNG with a page in its comment': aPng(60, 40, pngText(page)),
    'a PNG with a page in a chunk of its own': aPng(60, 40, pngChunk('pwNd', text(page))),
    'a PNG with a page in its colour profile': aPng(
      60,
      40,
      pngChunk('iCCP', Buffer.concat([text('x\0\0'), deflateSync(page)])),
    ),
    'a PNG whose comment unpacks to 200 MB': aPng(
      60,
      40,
      pngChunk('zTXt', Buffer.concat([text(`${page.slice(0, 40)}\0\0`), deflateSync(Buffer.alloc(200_000_000))])),
    ),
    'a PNG that moves': aPng(60, 40, pngChunk('acTL', Buffer.concat([uint32(1), uint32(0)])), pngText(page)),
    'a JPEG with a page in its comment': afterStart(jpeg!, comment),
    'a JPEG with a page after its end': Buffer.concat([jpeg!, text(page)]),
    'a JPEG with a ZIP after its end': Buffer.concat([jpeg!, text(`PK\x03\x04${page}`)]),
  };
}
