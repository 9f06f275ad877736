/** What a backup has: a dump of the database, the files as they lay encrypted in the store, and the hash of each. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { portalMode } from '#src/env.ts';
import { Refusal } from './read-options.ts';

const hashed = z.strictObject({ bytes: z.int().min(0), sha256: z.hex().length(64) });
const manifest = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  marker: z.string(),
  mode: portalMode,
  migrations: z.array(z.string()),
  /** Names of the secrets that something in it is encrypted under; earlier backups do not say. */
  secrets: z.array(z.string()).optional(),
  database: hashed,
  /** By the name of the table; earlier backups do not say. */
  rows: z.record(z.string(), z.int().min(0)).optional(),
  /** By the name in the store. */
  files: z.record(z.string(), hashed),
  /** Named by rows, and not in the store. */
  missing: z.array(z.string()),
  /** In the backup as they lay in the store, where they do not open or are not what their rows say. Left out where there are none. */
  damaged: z.array(z.string()).optional(),
});
export type Manifest = z.infer<typeof manifest>;
export type Hashed = z.infer<typeof hashed>;

export const dumpName = 'database.dump';
export const manifestName = 'manifest.json';

export async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(path.join(folder, manifestName), 'utf8').catch(absent(folder));
  if (written === null) throw new Refusal(`${folder} is no backup: it has no ${manifestName}.`);
  const read = manifest.safeParse(parsed(written));
  if (!read.success) throw new Refusal(`${manifestName} of ${folder} cannot be read.`);
  return read.data;
}

/** Before anything is written: every part is there and is what the manifest says. */
export async function check(folder: string, { database, files }: Manifest): Promise<void> {
  const parts: [string, Hashed][] = [
    [dumpName, database],
    ...Object.entries(files).map(([key, of]) => [path.join('files', key), of] as [string, Hashed]),
  ];
  for (const [name, expected] of parts) {
    const found = await hashOf(path.join(folder, name)).catch(absent(folder));
    if (!found) throw new Refusal(`The backup is not whole: ${name} is missing. Nothing was restored.`);
    if (found.sha256 !== expected.sha256)
      throw new Refusal(`The backup is damaged: ${name} is not what was written. Nothing was restored.`);
  }
  const names = (await readdir(path.join(folder, 'files')).catch(absent(folder))) ?? [];
  const extra = names.find((name) => !(name in files));
  if (extra)
    throw new Refusal(`The backup has a file that its manifest does not name: ${extra}. Nothing was restored.`);
}

export async function hashOf(file: string): Promise<Hashed> {
  const { size: bytes } = await stat(file);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes, sha256: hash.digest('hex') };
}

/** What is there and cannot be read is another thing than what is not there. */
const absent =
  (folder: string) =>
  ({ code = '', message }: NodeJS.ErrnoException): null => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES' || code === 'EPERM')
      throw new Refusal(
        `${folder} cannot be read by this account (${code}): whoever made the backup owns it. Nothing was restored.`,
      );
    throw new Refusal(`${folder} cannot be read (${code || message}). Nothing was restored.`);
  };

function parsed(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
