/** Secrets at rest: AES-256-GCM under a key made from the installation's secret, which the database does not hold (SEC-13, PRV-07). */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretId, type Secrets } from '#platform/security/secrets.ts';

const keyFor = (installationSecret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationSecret, '', `portal identity: ${purpose}`, 32));

export interface SecretBox {
  close: (text: string) => string;
  /** Also what was closed under an earlier secret. */
  open: (encrypted: string) => string;
  /** The same, or null where it cannot be opened, as after the loss of the secret that it is under. */
  tryOpen: (encrypted: string) => string | null;
  /** How everything begins that is closed under the secret of now. */
  current: string;
  /** How everything begins that this box can open; from before there was a beginning, `v1.` may be one. */
  known: readonly string[];
  /** A keyed hash, for codes: six digits alone would be guessed from a plain one. */
  mark: (text: string) => Buffer;
  /** Whether a mark is that of this text, also when it was made under an earlier secret. */
  isMarkOf: (mark: Buffer, text: string) => boolean;
}

export function makeSecretBox({ secret, earlierSecrets }: Secrets): SecretBox {
  const keys = [secret, ...earlierSecrets].map((one) => ({
    beginning: `v2.${secretId(one)}.`,
    box: keyFor(one, 'second factors'),
    mark: keyFor(one, 'texted codes'),
  }));
  const current = keys[0] as (typeof keys)[number];
  const markBy = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const open = (encrypted: string): string => {
    const key = keys.find(({ beginning }) => encrypted.startsWith(beginning));
    if (key) return opened(key.box, encrypted.slice(key.beginning.length));
    if (encrypted.startsWith('v2.')) throw new Error('a secret was encrypted under another PORTAL_SECRET');
    if (!encrypted.startsWith('v1.')) throw new Error('an encrypted secret has an unknown form');
    return openedByAny(
      keys.map(({ box }) => box),
      encrypted.slice('v1.'.length),
    );
  };
  return {
    close: (text) => `${current.beginning}${closed(current.box, text)}`,
    open,
    tryOpen: (encrypted) => {
      try {
        return open(encrypted);
      } catch {
        return null;
      }
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

function opened(key: Buffer, encrypted: string): string {
  const [iv = '', tag = '', data = ''] = encrypted.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
}

/** What was encrypted before secrets could change does not say under which one. */
function openedByAny(keys: readonly Buffer[], encrypted: string): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return opened(key, encrypted);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
