/** Secrets at rest: AES-256-GCM under a key made from the installation's secret, which the database does not hold (SEC-13, PRV-07). */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretId, type Secrets } from '#platform/secrets.ts';

const keyFor = (installationSecret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationSecret, '', `portal identity: ${purpose}`, 32));

export interface Seal {
  close: (text: string) => string;
  /** Also what was closed under an earlier secret. */
  open: (sealed: string) => string;
  /** How everything begins that is closed under the secret of now. */
  current: string;
  /** How everything begins that this seal can open; from before there was a beginning, `v1.` may be one. */
  known: readonly string[];
  /** A keyed hash, for codes: six digits alone would be guessed from a plain one. */
  mark: (text: string) => Buffer;
  /** Whether a mark is that of this text, also when it was made under an earlier secret. */
  isMarkOf: (mark: Buffer, text: string) => boolean;
}

export function makeSeal({ secret, earlierSecrets }: Secrets): Seal {
  const keys = [secret, ...earlierSecrets].map((one) => ({
    beginning: `v2.${secretId(one)}.`,
    seal: keyFor(one, 'second factors'),
    mark: keyFor(one, 'texted codes'),
  }));
  const current = keys[0] as (typeof keys)[number];
  const markBy = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    close: (text) => `${current.beginning}${closed(current.seal, text)}`,
    open: (sealed) => {
      const key = keys.find(({ beginning }) => sealed.startsWith(beginning));
      if (key) return opened(key.seal, sealed.slice(key.beginning.length));
      if (sealed.startsWith('v2.')) throw new Error('a secret was sealed under another PORTAL_SECRET');
      if (!sealed.startsWith('v1.')) throw new Error('a sealed secret has an unknown form');
      return openedByAny(
        keys.map(({ seal }) => seal),
        sealed.slice('v1.'.length),
      );
    },
    current: current.beginning,
    known: keys.map(({ beginning }) => beginning),
    mark: (text) => markBy(current.mark, text),
    isMarkOf: (mark, text) => keys.some((key) => timingSafeEqual(mark, markBy(key.mark, text))),
  };
}

function closed(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url')).join('.');
}

function opened(key: Buffer, sealed: string): string {
  const [iv = '', tag = '', data = ''] = sealed.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
}

/** What was sealed before secrets could change does not say under which one. */
function openedByAny(keys: readonly Buffer[], sealed: string): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return opened(key, sealed);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
