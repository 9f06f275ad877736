import { expect, test } from 'vitest';
import { deviceOf, keptUserAgent } from './device-words.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ios = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ios} Version/26.0 Safari/605.1.15`, 'Safari on macOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`,
    'Opera on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${ios} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${ios} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPad'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['Firefox/145.0', 'Firefox'],
  ['something of Windows', 'Windows'],
  ['curl/8.5.0', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
])('SEC-26 %s is told as "%s", and nothing of it is repeated', (said, words) => {
  expect(deviceOf(said)).toBe(words);
});

test('SEC-26 SEC-27 what a browser says of itself is kept short, in one line, without signs that a screen acts on', () => {
  expect(keptUserAgent(undefined)).toBe('');
  expect(keptUserAgent('a\r\nb\tc\u0000d\u001b[31me\u202ef\u200bg')).toBe('a b c d [31me f g');
  expect(keptUserAgent(`  ${'x'.repeat(1_000)}`)).toBe('x'.repeat(300));
});

test('SEC-27 no text makes the reading slow', () => {
  for (const one of ['Version/1'.repeat(30), `Version/${'1.'.repeat(140)}`, 'Safari/'.repeat(40)]) {
    // The shortest of five: another process may have the core in between.
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      deviceOf(keptUserAgent(one));
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  }
});
