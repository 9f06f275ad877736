/** Codes of authenticator apps: RFC 6238 with SHA-1, 30 s, 6 digits. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** 160 random bits in base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepMs);

/** The six digits of a step. */
export function codeOfStep(secretBase32: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secretBase32)).update(counter).digest();
  const from = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(from) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** What the app shows at this moment. */
export const currentCode = (secretBase32: string, at: Date): string => codeOfStep(secretBase32, stepAt(at));

/** The step a code belongs to, if it is the current or the previous one (SEC-11). */
export function matchingStep(secretBase32: string, code: string, at: Date): number | null {
  const now = stepAt(at);
  return [now, now - 1].find((step) => sameText(codeOfStep(secretBase32, step), code)) ?? null;
}

/** What the QR code holds: issuer from the brand of the host, label with the account (MFA-13). */
export function otpauthUri(secretBase32: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secretBase32}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
}

const sameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
