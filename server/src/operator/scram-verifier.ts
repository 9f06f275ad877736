/** What PostgreSQL keeps of a password, made here: a statement that has the password itself ends up in the log of the server. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4_096;

/** As `\password` of psql makes it (RFC 5803). */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(prepared(password), salt, iterations, 32, 'sha256');
  const keyFor = (whose: string) => createHmac('sha256', salted).update(whose).digest();
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyFor('Server Key').toString('base64')}`;
}

/** The parts of SASLprep that change something, as in the client that will sign in with it (RFC 4013). */
const prepared = (password: string): string =>
  password
    .replaceAll(/[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g, ' ')
    .replaceAll(/\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/g, '')
    .normalize('NFKC');
