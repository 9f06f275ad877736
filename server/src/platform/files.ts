/** The port to stored files. This one keeps them in the data folder, under ids of our own, never under a person's file name. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export interface Files {
  /** Keeps these bytes for good and gives their id, which holds their hash. */
  put: (bytes: Uint8Array) => Promise<string>;
  /** The bytes as they were put, or null when there are none. Damaged ones are an error. */
  get: (id: string) => Promise<Buffer | null>;
  delete: (id: string) => Promise<void>;
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const idOf = /^([0-9a-f]{24})-([0-9a-f]{64})$/;

export function openFiles(dataDir: string): Files {
  const root = path.join(dataDir, 'files');
  // Nothing but an id of ours ever becomes part of a path (SEC-26).
  const placeOf = (id: string) => (idOf.test(id) ? path.join(root, id.slice(0, 2), id) : null);

  return {
    put: async (bytes) => {
      const id = `${randomBytes(12).toString('hex')}-${hash(bytes)}`;
      const file = placeOf(id) as string;
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${file}.new`;
      try {
        const handle = await open(unfinished, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(folder);
      return id;
    },
    get: async (id) => {
      const file = placeOf(id);
      const bytes = file && (await readFile(file).catch(absent));
      if (!bytes) return null;
      if (hash(bytes) !== idOf.exec(id)?.[2]) throw new Error(`The file ${id} is not what was stored.`);
      return bytes;
    },
    delete: async (id) => {
      const file = placeOf(id);
      if (file) await rm(file, { force: true });
    },
  };
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A new name in a folder outlives a power cut only once the folder itself is written. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs not.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
