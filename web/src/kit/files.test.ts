import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { pdfName } from './save-file.ts';

test('a file becomes base64 and comes back byte for byte, also one of several pieces', async () => {
  for (const size of [0, 1, 2, 3, 1_200_001]) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7) % 256);
    const text = await toBase64(new Blob([bytes]));
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    const file = await fromBase64(text, 'application/pdf');
    expect([file.type, file.size]).toEqual(['application/pdf', size]);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test.each([
  ['signed slip.pdf', 'signed slip.pdf'],
  ['Łukasz – 12.5 °C.PDF', 'Łukasz – 12.5 °C.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\temp\\slip.pdf', 'slip.pdf'],
  ['a"b\r\nc:d.pdf', 'a b c d.pdf'],
  ['slip\u202Efdp.exe', 'slip fdp.exe.pdf'],
  ['.pdf', 'document.pdf'],
  ['...', 'document.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(120)}.pdf`],
])('SEC-31 a document called %j is downloaded as %j', (given, name) => {
  expect(pdfName(given)).toBe(name);
});
