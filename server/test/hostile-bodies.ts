/** Bodies that are no JSON, no object, or more than what they seem (SEC-27). */
import { gzipSync } from 'node:zlib';

const nested = (depth: number, opening: string, closing: string) =>
  `{"a":${opening.repeat(depth)}1${closing.repeat(depth)}}`;

/** Sent as JSON. `good` is what the call would take. */
export const notOurJson = (good: string): Record<string, string | Buffer> => ({
  'nothing at all': '',
  blanks: '   ',
  'half a body': good.slice(0, -1),
  'a second object after the first': `${good}${good}`,
  'a second object on a line of its own': `${good}\n${good}`,
  'a comma too much': good.replace(/}$/, ',}'),
  'a comment': `/* x */${good}`,
  'single quotes': "{'a':1}",
  'keys without quotes': '{a:1}',
  'a number that is none': '{"a":NaN}',
  'a number in another base': '{"a":0x10}',
  undefined: 'undefined',
  'a word': '"x"',
  'a number': '1',
  true: 'true',
  'a list': '[]',
  'a list of what is asked for': `[${good}]`,
  'a form': 'a=1&b=2',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  HTML: '<html><script>pwned()</script></html>',
  'bytes that are no text': Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  'broken UTF-8': Buffer.concat([
    Buffer.from('{"a":"'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
  'UTF-16': Buffer.from(good, 'utf16le'),
  'a packed body': gzipSync(good),
  'NUL bytes': Buffer.alloc(64),
  // The language's own names.
  'a prototype': good.replace(/^{/, '{"__proto__":{"isAdmin":true},').replace(',}', '}'),
  'a prototype, spelled otherwise': good.replace(/^{/, '{"\\u005f_proto__":{"isAdmin":true},').replace(',}', '}'),
  'a constructor': good.replace(/^{/, '{"constructor":{"prototype":{"isAdmin":true}},').replace(',}', '}'),
  'a constructor that is a word': good.replace(/^{/, '{"constructor":"x",').replace(',}', '}'),
  'methods of every object': good
    .replace(/^{/, '{"toString":"x","valueOf":1,"hasOwnProperty":true,"toJSON":{},"then":1,')
    .replace(',}', '}'),
});

/** The same, and much of it: what it costs to read is the same for each call. */
export const heavyBodies: Readonly<Record<string, string>> = {
  'lists 150,000 deep': nested(150_000, '[', ']'),
  'objects 100,000 deep': nested(100_000, '{"a":', '}'),
  '50,000 keys': `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'a key of 500,000 letters': `{"${'k'.repeat(500_000)}":1}`,
  'a number of 500,000 digits': `{"a":${'9'.repeat(500_000)}}`,
};

/** What a form or a script of another site can send without asking first, and other kinds of body. */
export const otherTypes: readonly string[] = [
  '',
  'text/plain',
  'text/plain; charset=utf-8; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
  'application/jsonx',
  'image/svg+xml',
  '*/*',
  'json',
  ';',
];
