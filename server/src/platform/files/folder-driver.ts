/** Files in a folder of this machine. */
import { createReadStream, readdirSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { isOfNoRoom } from '#platform/core/make-folder.ts';
import { type FileDriver, isName, type Range, StoreAway, StoreFull } from './driver.ts';

const unfinished = /^[0-9a-f]{24}[0-9a-f-]{0,80}\.new$/;
const partBytes = 1_048_576;

/** Below DATA_DIR. What is set aside is moved to another folder, which may be on another disk. */
export function folderDriver(dataDir: string): FileDriver {
  const root = filesIn(dataDir);
  const trash = path.join(dataDir, 'trash');
  const placeIn = (name: string, folder = root) => path.join(folder, name.slice(0, 2), name);
  const placeOf = (name: string) => (isName(name) ? placeIn(name) : null);
  const placeInTrash = (name: string) => placeIn(name, trash);
  const placeOfAny = (name: string) => placeOf(name) ?? (unfinished.test(name) ? placeIn(name) : null);
  const isThere = knowFolder(root);
  const refuseOther = async () => {
    if (!(await isThere())) throw new StoreAway(`${root} has lost all that was in it. Is its disk mounted?`);
  };

  return {
    put: async (name, content) => {
      const place = placeOf(name);
      if (!place) throw new Error('a file was given a name that the folder does not take');
      const folder = path.dirname(place);
      // What was kept elsewhere would be hidden when the disk is back.
      await refuseOther();
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
        // From the first file on it is known that there are some.
        await isThere();
      } catch (error) {
        await rm(begun, { force: true });
        throw isOfNoRoom(error) ? new StoreFull(`DATA_DIR (${dataDir}) has no room left.`, { cause: error }) : error;
      }
    },
    get: async (name, range) => {
      const place = placeOf(name);
      const found = place && (await stat(place).catch(absent));
      if (place && !found) await refuseOther();
      return found ? { size: found.size, content: readFrom(place, range) } : null;
    },
    delete: async (name) => {
      const place = placeOfAny(name);
      if (place) await rm(place, { force: true });
    },
    list: () => namesIn(root),
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
    setAside: async (name) => {
      const place = placeOfAny(name);
      if (!place || !(await moved(place, placeInTrash(name)))) return;
      const now = new Date();
      await utimes(placeInTrash(name), now, now).catch(absent);
    },
    bringBack: async (name) => {
      const place = placeOf(name);
      return place !== null && (await moved(placeInTrash(name), place));
    },
    emptyTrash: async (before) => {
      let removed = 0;
      for await (const names of namesIn(trash))
        for (const name of names) {
          const place = placeInTrash(name);
          const found = await stat(place).catch(absent);
          if (!found || found.mtime >= before) continue;
          await rm(place, { force: true });
          removed += 1;
        }
      return removed;
    },
    marker: () => markerIn(dataDir),
    mark: (marker) => markFolder(dataDir, marker),
    isThere,
  };

  async function* namesIn(top: string): AsyncGenerator<string[]> {
    for (const folder of (await readdir(top, { withFileTypes: true }).catch(absent)) ?? []) {
      if (!folder.isDirectory()) continue;
      yield (await readdir(path.join(top, folder.name))).filter((name) => placeOfAny(name) !== null);
    }
  }
}

/** Tells whether a folder still has something in it once it has had: without its disk an empty one stands in its place, or none. */
function knowFolder(folder: string): () => Promise<boolean> {
  let hadSome = false;
  try {
    hadSome = readdirSync(folder).length > 0;
  } catch {
    // One that is not there has nothing; one that cannot be looked at is refused by whoever wants to use it.
  }
  return async () => {
    const has = await hasSome(folder);
    hadSome ||= has;
    return has || !hadSome;
  };
}

async function hasSome(folder: string): Promise<boolean> {
  const opened = await opendir(folder).catch(absent);
  if (!opened) return false;
  try {
    return (await opened.read()) !== null;
  } finally {
    await opened.close();
  }
}

/** The files of an installation that has no bucket. */
export const filesIn = (dataDir: string): string => path.join(dataDir, 'files');

export const markerFileIn = (dataDir: string): string => path.join(dataDir, 'installation');

export async function markerIn(dataDir: string): Promise<string | null> {
  const written = await readFile(markerFileIn(dataDir), 'utf8').catch(absent);
  return written === null ? null : written.trim();
}

/** Whole or not at all; another process that starts at the same time writes the same. */
export async function markFolder(dataDir: string, marker: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const begun = `${markerFileIn(dataDir)}.${process.pid}`;
  try {
    await writeFile(begun, `${marker}\n`, { mode: 0o600 });
    await rename(begun, markerFileIn(dataDir));
  } catch (error) {
    await rm(begun, { force: true });
    throw error;
  }
}

/** False when it is not there. */
async function moved(from: string, to: string): Promise<boolean> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const done = await rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'EXDEV' ? movedToOtherDisk(from, to) : absent(error)),
  );
  if (done === null) return false;
  await syncFolder(path.dirname(to));
  return true;
}

/** Whole or not at all: until it is there, it is here as well. */
async function movedToOtherDisk(from: string, to: string): Promise<true | null> {
  const begun = `${to}.new`;
  if ((await copyFile(from, begun).then(() => true, absent)) === null) return null;
  await syncFolder(begun);
  await rename(begun, to);
  await rm(from, { force: true });
  return true;
}

async function* readFrom(place: string, { start, end }: Range = { start: 0, end: Infinity }): AsyncGenerator<Buffer> {
  if (end > start) yield* createReadStream(place, { start, end: end - 1, highWaterMark: partBytes });
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A new name in a folder outlives a power cut only once the folder itself is written; so does what was copied. */
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
