/** The port to stored files. This one keeps them in the data folder, encrypted, under ids of our own (SEC-31, PRV-07). */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as others } from 'node:timers/promises';

export interface Files {
  /** Keeps these bytes for good and gives their id. */
  put: (bytes: Uint8Array) => Promise<string>;
  /** The bytes as they were put, or null when there are none. Damaged or exchanged ones are an error. */
  get: (id: string) => Promise<Buffer | null>;
  delete: (id: string) => Promise<void>;
  /** The ids of everything that lies there, also of what was left half-written, in portions. */
  list: () => AsyncIterable<string[]>;
  /** When this was written, or null when there is no such file. */
  writtenAt: (id: string) => Promise<Date | null>;
  /** Whether it lies under the secret of now, an earlier one, or one that is not given; null when there is no such file. */
  lockOf: (id: string) => Promise<Lock | null>;
  /** Counts as written now: housekeeping leaves it for as long as anybody may have just read its id. */
  touch: (id: string) => Promise<void>;
}
export type Lock = 'current' | 'earlier' | 'unknown';

/** Random, and the hash of what lies on the disk: damage shows without the key, and the name tells nothing of the content. */
const finished = /^[0-9a-f]{24}-([0-9a-f]{64})$/;
const unfinished = /^[0-9a-f]{24}\.new$/;

/** The first secret encrypts; what was written under an earlier one stays readable. Neither is in the database or the folder. */
export function openFiles(dataDir: string, secret: Buffer, ...earlier: readonly Buffer[]): Files {
  const root = path.join(dataDir, 'files');
  const [key, ...earlierKeys] = [keyOf(secret), ...earlier.map(keyOf)] as [Key, ...Key[]];
  // Nothing but an id of ours ever becomes part of a path (SEC-26).
  const placeOf = (id: string) =>
    finished.test(id) || unfinished.test(id) ? path.join(root, id.slice(0, 2), id) : null;

  return {
    put: async (bytes) => {
      const name = randomBytes(12).toString('hex');
      const place = placeOf(`${name}.new`) as string;
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      try {
        const handle = await open(place, 'wx', 0o600);
        try {
          for (const part of encrypted(bytes, key)) {
            hash.update(part);
            await handle.appendFile(part);
          }
          await handle.sync();
        } finally {
          await handle.close();
        }
        const id = `${name}-${hash.digest('hex')}`;
        await rename(place, placeOf(id) as string);
        await syncFolder(folder);
        return id;
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
    },
    get: async (id) => {
      const [, hash] = finished.exec(id) ?? [];
      const bytes = hash && (await readFile(placeOf(id) as string).catch(absent));
      if (!bytes) return null;
      const read = createHash('sha256');
      for (const part of inParts(bytes)) {
        read.update(part);
        await others();
      }
      if (read.digest('hex') !== hash) throw new Error(`The file ${id} is not what was stored.`);
      return opened(bytes, [key, ...earlierKeys]);
    },
    delete: async (id) => {
      const place = placeOf(id);
      if (place) await rm(place, { force: true });
    },
    list: async function* () {
      for (const folder of (await readdir(root, { withFileTypes: true }).catch(absent)) ?? []) {
        if (!folder.isDirectory()) continue;
        yield (await readdir(path.join(root, folder.name))).filter((name) => placeOf(name) !== null);
      }
    },
    writtenAt: async (id) => {
      const place = placeOf(id);
      if (!place) return null;
      return (await stat(place).catch(absent))?.mtime ?? null;
    },
    lockOf: async (id) => {
      const handle = finished.test(id) && (await open(placeOf(id) as string, 'r').catch(absent));
      if (!handle) return null;
      try {
        const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
        const keyId = buffer.subarray(1);
        if (key.id.equals(keyId)) return 'current';
        return earlierKeys.some((one) => one.id.equals(keyId)) ? 'earlier' : 'unknown';
      } finally {
        await handle.close();
      }
    },
    touch: async (id) => {
      const now = new Date();
      await utimes(placeOf(id) as string, now, now).catch(absent);
    },
  };
}

interface Key {
  id: Buffer;
  bytes: Buffer;
}
function keyOf(secret: Buffer): Key {
  const derived = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `portal files: ${purpose}`, length));
  return { id: derived('id', 4), bytes: derived('key', 32) };
}

/** AES-256-GCM: format, id of the key and nonce stand before the encrypted bytes, the tag after them. */
const format = 1;
const length = { head: 17, tag: 16 };
/** A large file is done in parts, between which others have their turn. */
const partBytes = 1_048_576;

function* inParts(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

function* encrypted(bytes: Uint8Array, key: Key): Generator<Uint8Array> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  yield Buffer.concat([Buffer.from([format]), key.id, nonce]);
  for (const part of inParts(bytes)) yield cipher.update(part);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

async function opened(bytes: Buffer, keys: readonly Key[]): Promise<Buffer> {
  if (bytes[0] !== format) throw new Error('a stored file has an unknown form');
  const keyId = bytes.subarray(1, 5);
  const key = keys.find(({ id }) => id.equals(keyId));
  if (!key) throw new Error('a stored file was encrypted under another secret');
  const data = bytes.subarray(length.head, -length.tag);
  const nonce = bytes.subarray(5, length.head);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: length.tag });
  decipher.setAuthTag(bytes.subarray(-length.tag));
  const clear = Buffer.alloc(data.length);
  let at = 0;
  for (const part of inParts(data)) {
    at += decipher.update(part).copy(clear, at);
    await others();
  }
  decipher.final();
  return clear;
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
