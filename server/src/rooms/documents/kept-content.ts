/** The content of a document, compared at every read with what was kept and with what was signed (P11-04). */
import { createHash } from 'node:crypto';
import { DamagedFile } from '#platform/files/encrypted-driver.ts';
import type { ActFiles } from '#platform/files/keep-file.ts';
import type { Content } from '#platform/files/driver.ts';
import type { Alarms } from '#platform/security/alarms.ts';

export interface KeptContent {
  key: string;
  /** Null of what was kept before hashes were. */
  sha256: string | null;
  /** Of what was sealed last, or signed last; null where nobody has signed. */
  signedSha256: string | null;
}

/** It was signed or kept with other bytes. */
class Altered extends DamagedFile {}

/** Read to its end once before anything of it leaves: what is damaged or altered is a failure, not half a document. */
export async function wholeFile(files: Pick<ActFiles, 'get'>, kept: KeptContent) {
  const found = await files.get(kept.key);
  if (!found) throw isGone(kept);
  const { bytes, sha256 } = await measured(found);
  refuseOthers(kept, sha256);
  const content: Content | null = await files.get(kept.key);
  if (!content) throw isGone(kept);
  return { bytes, content };
}

/** Read piece by piece: no more than one of them is in memory. */
export async function measured(content: Content): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The whole file in one piece. */
export async function wholeBytes(files: Pick<ActFiles, 'read'>, kept: KeptContent): Promise<Buffer> {
  const bytes = await files.read(kept.key);
  if (!bytes) throw isGone(kept);
  refuseOthers(kept, createHash('sha256').update(bytes).digest('hex'));
  return bytes;
}

/**
 * Whoever comes upon what is damaged or altered gets nothing, and the administrators hear of it (P11-18). A store or a database that is
 * away says nothing about the document, and nobody is told.
 */
export const orAlarm =
  (alarms: Alarms, found: Omit<Parameters<Alarms['tell']>[0] & { what: 'altered' }, 'what'>) =>
  (error: unknown): never => {
    if (error instanceof DamagedFile) alarms.tell({ ...found, what: error instanceof Altered ? 'altered' : 'damaged' });
    throw error;
  };

const isGone = ({ key }: KeptContent) => new DamagedFile(`the file ${key} of a document is gone`);

function refuseOthers({ key, sha256, signedSha256 }: KeptContent, found: string): void {
  if (signedSha256 !== null && signedSha256 !== found)
    throw new Altered(`the file ${key} of a document is not what was signed`);
  if (sha256 !== null && sha256 !== found) throw new DamagedFile(`the file ${key} of a document is not what was kept`);
}
