/** The operator's key and certificate for seals, looked at before anybody signs: what does not fit would be found out only when a document is sealed. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigurationError, type Env } from '#src/env.ts';

export interface SigningPair {
  key: string;
  certificate: string;
  endsAt: Date;
}

const dayMs = 24 * 3_600_000;
const soonMs = 30 * dayMs;

/** Throws a sentence that names the variable whose file cannot be used. */
export function readSigningPair(
  { keyFile, certificateFile }: NonNullable<Env['signing']>,
  now = Date.now(),
): SigningPair {
  const [keyName, certificateName] = [`SIGNING_KEY (${keyFile})`, `SIGNING_CERTIFICATE (${certificateFile})`];
  const key = contentOf(keyFile, keyName);
  const certificate = contentOf(certificateFile, certificateName);
  const opened = reading(
    () => createPrivateKey(key),
    `${keyName} must hold a private key in PEM that opens without a password.`,
  );
  const read = reading(() => new X509Certificate(certificate), `${certificateName} must hold a certificate in PEM.`);
  refuseOtherKind(opened, keyName);
  if (!read.checkPrivateKey(opened))
    throw new ConfigurationError(`${keyName} is not the key of the certificate in ${certificateName}.`);
  if (read.validFromDate.getTime() > now)
    throw new ConfigurationError(`${certificateName} is not valid before ${dayOf(read.validFromDate)}.`);
  return { key, certificate, endsAt: read.validToDate };
}

const ended = ({ endsAt }: Pick<SigningPair, 'endsAt'>): string =>
  `SIGNING_CERTIFICATE was valid until ${dayOf(endsAt)}: documents that are signed wait for their seal until there is a new one.`;

/** Throws where its time is over. The portal starts and serves all the same. */
export function refuseEnded(pair: Pick<SigningPair, 'endsAt'>, now = Date.now()): void {
  if (pair.endsAt.getTime() <= now) throw new ConfigurationError(ended(pair));
}

/** What is worth saying of its end. */
export function endOf(pair: SigningPair, now = Date.now()): string | null {
  const leftMs = pair.endsAt.getTime() - now;
  if (leftMs <= 0) return ended(pair);
  if (leftMs > soonMs) return null;
  return `SIGNING_CERTIFICATE is valid until ${dayOf(pair.endsAt)}. After that day no document is sealed with it.`;
}

function refuseOtherKind({ asymmetricKeyType: kind }: KeyObject, name: string): void {
  if (kind !== 'rsa' && kind !== 'ec')
    throw new ConfigurationError(`${name} must be a key of RSA or of an elliptic curve (is of "${kind}").`);
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `${name} cannot be read by this account (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
}

function reading<T>(read: () => T, sentence: string): T {
  try {
    return read();
  } catch {
    // What Node says of it names neither file nor variable.
    throw new ConfigurationError(sentence);
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
