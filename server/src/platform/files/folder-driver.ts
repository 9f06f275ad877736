/** Files in a folder of this machine. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FileDriver, Range } from './driver.ts';

/** Nothing but a name of this form ever becomes part of a path (SEC-26). */
const finished = /^[0-9a-f]{24}[0-9a-f-]{0,80}$/;
const unfinished = /^[0-9a-f]{24}[0-9a-f-]{0,80}\.new$/;
const partBytes = 1_048_576;

export function folderDriver(root: string): FileDriver {
  const placeIn = (name: string) => path.join(root, name.slice(0, 2), name);
  const placeOf = (name: string) => (finished.test(name) ? placeIn(name) : null);
  const placeOfAny = (name: string) => placeOf(name) ?? (unfinished.test(name) ? placeIn(name) : null);

  return {
    put: async (name, content) => {
      const place = placeOf(name);
      if (!place) throw new Error('a file was given a name that the folder does not take');
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const begun = `${place}.new`;
      try {
        const handle = await open(begun, 'wx', 0o600);
        try {
          for await (const part of content) await handle.appendFile(part);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(begun, place);
        await syncFolder(folder);
      } catch (error) {
        await rm(begun, { force: true });
        throw error;
      }
    },
    get: async (name, range) => {
      const place = placeOf(name);
      const found = place && (await stat(place).catch(absent));
      return found ? { size: found.size, content: readFrom(place, range) } : null;
    },
    delete: async (name) => {
      const place = placeOfAny(name);
      if (place) await rm(place, { force: true });
    },
    list: async function* () {
      for (const folder of (await readdir(root, { withFileTypes: true }).catch(absent)) ?? []) {
        if (!folder.isDirectory()) continue;
        yield (await readdir(path.join(root, folder.name))).filter((name) => placeOfAny(name) !== null);
      }
    },
    writtenAt: async (name) => {
      const place = placeOfAny(name);
      const found = place && (await stat(place).catch(absent));
      return found ? found.mtime : null;
    },
    touch: async (name) => {
      const now = new Date();
      const place = placeOf(name);
      if (place) await utimes(place, now, now).catch(absent);
    },
  };
}

async function* readFrom(place: string, { start, end }: Range = { start: 0, end: Infinity }): AsyncGenerator<Buffer> {
  if (end > start) yield* createReadStream(place, { start, end: end - 1, highWaterMark: partBytes });
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
