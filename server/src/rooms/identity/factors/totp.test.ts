import { expect, test } from 'vitest';
import { codeOfStep, currentCode, matchingStep, newTotpSecret, otpauthUri, stepAt, toBase32 } from './totp.ts';

const rfcSecret = toBase32(Buffer.from('12345678901234567890'));

// Appendix B of RFC 6238, its eight digits cut to six.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('MFA-03 at second %i the code is %s', (second, code) => {
  expect(currentCode(rfcSecret, new Date(second * 1_000))).toBe(code);
});

test('SEC-11 the code of this step and of the one before match, no other does', () => {
  const at = new Date('2026-03-02T09:00:10Z');
  const now = stepAt(at);
  const matches = [-2, -1, 0, 1].map((steps) => matchingStep(rfcSecret, codeOfStep(rfcSecret, now + steps), at));
  expect(matches).toEqual([null, now - 1, now, null]);
});

test('OPN-85 a shorter code or one without its leading zero is another code', () => {
  const at = new Date(1_234_567_890_000);
  expect(matchingStep(rfcSecret, '005924', at)).not.toBeNull();
  expect(matchingStep(rfcSecret, '5924', at)).toBeNull();
  expect(matchingStep(rfcSecret, '', at)).toBeNull();
});

test('MFA-13 the address in the QR code names issuer and account, escaped', () => {
  expect(otpauthUri('ABC', 'Trial Card & Co', 'a+b@x.example')).toBe(
    'otpauth://totp/Trial%20Card%20%26%20Co:a%2Bb%40x.example?secret=ABC&issuer=Trial%20Card%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
