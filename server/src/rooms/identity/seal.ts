/** Secrets at rest: AES-256-GCM under a key made from the installation's secret, which the database does not hold (SEC-13). */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const keyFor = (installationSecret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationSecret, '', `portal identity: ${purpose}`, 32));

export interface Seal {
  close: (text: string) => string;
  open: (sealed: string) => string;
  /** A keyed hash, for codes: six digits alone would be guessed from a plain one. */
  mark: (text: string) => Buffer;
}

export function makeSeal(installationSecret: Buffer): Seal {
  const key = keyFor(installationSecret, 'second factors');
  const markKey = keyFor(installationSecret, 'texted codes');
  return {
    close: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        'v1',
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        data.toString('base64url'),
      ].join('.');
    },
    open: (sealed) => {
      const [version, iv = '', tag = '', data = ''] = sealed.split('.');
      if (version !== 'v1') throw new Error('a sealed secret has an unknown form');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    },
    mark: (text) => createHmac('sha256', markKey).update(text).digest(),
  };
}
