import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A certificate for a host's name that signs itself, and its key; files in the folder. */
export function makeCertificate(folder: string, hostName: string): { crt: string; key: string } {
  const [crt, key] = [path.join(folder, 'portal.crt'), path.join(folder, 'portal.key')];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${hostName}`;
  const names = `-addext subjectAltName=DNS:${hostName}`;
  const { status, stderr } = spawnSync('openssl', [...`${words} ${names}`.split(' '), '-keyout', key, '-out', crt]);
  if (status !== 0) throw new Error(`openssl: ${String(stderr)}`);
  return { crt, key };
}
