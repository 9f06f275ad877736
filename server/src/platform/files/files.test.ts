import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FileDriver } from './driver.ts';
import { filesOn } from './files.ts';
import { openObjectStore } from '#test/object-store.ts';
import { folderDriver } from './folder-driver.ts';
import { s3Driver } from './s3-driver.ts';

const secret = Buffer.from('T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const segmentBytes = 1_048_576;
const headBytes = 21;
const tagBytes = 16;

interface Store {
  driver: FileDriver;
  /** What lies there. */
  names: () => Promise<string[]>;
  read: (name: string) => Promise<Buffer>;
  write: (name: string, bytes: Uint8Array) => Promise<void>;
}

function aFolder(): Store & { dataDir: string; place: (name: string) => string } {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-files-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const files = path.join(dataDir, 'files');
  const place = (name: string) => path.join(files, name.slice(0, 2), name);
  return {
    driver: folderDriver(dataDir),
    names: async () =>
      (existsSync(files) ? readdirSync(files, { recursive: true, encoding: 'utf8' }) : [])
        .filter((name) => statSync(path.join(files, name)).isFile())
        .map((name) => path.basename(name)),
    read: async (name) => readFileSync(place(name)),
    write: async (name, bytes) => {
      mkdirSync(path.dirname(place(name)), { recursive: true });
      writeFileSync(place(name), bytes);
    },
    dataDir,
    place,
  };
}

async function aBucket(prefix = 'portal/'): Promise<Store> {
  const { bucket, keys, read, write } = await openObjectStore(prefix);
  const place = (name: string) => `${prefix}files/${name}`;
  return {
    driver: s3Driver(bucket),
    names: async () => (await keys()).filter((key) => key.startsWith(place(''))).map((key) => path.basename(key)),
    read: (name) => read(place(name)),
    write: (name, bytes) => write(place(name), bytes),
  };
}

/** Each keeps the same promises. */
const kinds: [string, () => Store | Promise<Store>][] = [
  ['in a folder', aFolder],
  ['in a bucket', aBucket],
];

async function filesIn<S extends Store>(open: () => S | Promise<S>) {
  const store = await open();
  const files = filesOn(store.driver, secret);
  return { ...store, files, put: async (bytes: Uint8Array | string) => (await files.put(Buffer.from(bytes))).key };
}

async function all(content: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content ?? []) parts.push(part);
  return Buffer.concat(parts);
}

/** A file as versions before segments wrote it. */
async function aFileInOnePiece({ write }: Store, bytes: Buffer): Promise<string> {
  const derived = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `portal files: ${purpose}`, length));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived('key', 32), nonce);
  const content = Buffer.concat([
    Buffer.from([1]),
    derived('id', 4),
    nonce,
    cipher.update(bytes),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const key = `${randomBytes(12).toString('hex')}-${sha256(content)}`;
  await write(key, content);
  return key;
}

test.each(kinds)(
  '%s: what was put comes back byte for byte until it is deleted, and equal contents are two files',
  async (_, open) => {
    const { files, put, names } = await filesIn(open);
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    const [one, other, empty] = await Promise.all([put(bytes), put(bytes), put('')]);
    expect(one).not.toBe(other);
    expect(await files.read(one)).toEqual(bytes);
    expect(await files.read(empty)).toEqual(Buffer.alloc(0));
    expect(await names()).toHaveLength(3);
    await files.delete(one);
    await files.delete(one);
    expect([await files.read(one), await files.get(one)]).toEqual([null, null]);
    expect(await files.read(other)).toEqual(bytes);
  },
);

test.each(kinds)(
  '%s: a file of several segments comes back as it was put, whole or a part of it, with its size and hash',
  async (_, open) => {
    const { files } = await filesIn(open);
    for (const size of [0, 1, segmentBytes - 1, segmentBytes, segmentBytes + 1, 2 * segmentBytes, 3_500_000]) {
      const bytes = randomBytes(size);
      const { key, ...said } = await files.put(bytes);
      expect(said).toEqual({ bytes: size, sha256: sha256(bytes) });
      expect([size, (await files.read(key))?.equals(bytes)]).toEqual([size, true]);
      for (const [start, end] of [
        [0, 1],
        [0, size],
        [size - 1, size],
        [segmentBytes - 1, segmentBytes + 1],
        [segmentBytes, segmentBytes + 7],
        [5, 5],
        [1_000, 10_000_000],
      ] as const) {
        if (start < 0) continue;
        const part = await all(await files.get(key, { start, end }));
        expect([size, start, end, part.equals(bytes.subarray(start, end))]).toEqual([size, start, end, true]);
      }
    }
  },
);

test('content is taken in as it is written, whatever the size of its pieces: of a large file a few segments are held', async () => {
  let [given, written, mostHeld] = [0, 0, 0];
  const lying = new Map<string, Buffer>();
  const driver = {
    put: async (name, content) => {
      const parts: Uint8Array[] = [];
      for await (const part of content) {
        parts.push(part);
        written += part.length;
      }
      lying.set(name, Buffer.concat(parts));
    },
    get: async (name, range) => {
      const bytes = lying.get(name) as Buffer;
      const part = bytes.subarray(range?.start, range?.end);
      // Pieces of another size than the segments.
      const content = (async function* () {
        for (let at = 0; at < part.length; at += 70_001) yield part.subarray(at, at + 70_001);
      })();
      return { size: bytes.length, content };
    },
  } as Pick<FileDriver, 'put' | 'get'> as FileDriver;
  const piece = randomBytes(300_007);
  const source = async function* () {
    for (let n = 0; n < 60; n += 1) {
      given += piece.length;
      mostHeld = Math.max(mostHeld, given - written);
      yield piece;
    }
  };
  const files = filesOn(driver, secret);
  const { key, bytes } = await files.put(source());
  expect(bytes).toBe(60 * piece.length);
  expect(mostHeld).toBeLessThan(3 * segmentBytes);
  expect(sha256((await files.read(key)) as Buffer)).toBe(
    sha256(Buffer.concat(Array.from({ length: 60 }, () => piece))),
  );
});

test.each(kinds)('SEC-26 %s: only a key of our own leads to a file', async (_, open) => {
  const { files, put } = await filesIn(open);
  const key = await put('x');
  for (const wrong of [
    '../secret',
    '../../etc/passwd',
    `${key}/../../secret`,
    `${key}\0`,
    `${key} `,
    key.toUpperCase().replace(/^\d*/, 'A'),
    '',
    'secret',
  ]) {
    expect([wrong, await files.read(wrong)]).toEqual([wrong, null]);
    await files.delete(wrong);
  }
  expect(await files.read(key)).toEqual(Buffer.from('x'));
});

test.each(kinds)(
  'REL-11 %s: a file that is damaged, cut off or exchanged for another is never handed out',
  async (_, open) => {
    const store = await filesIn(open);
    const { files, put, names, read, write } = store;
    const text = Buffer.from('a whole document');
    for (const make of [put, (bytes: Buffer) => aFileInOnePiece(store, bytes)]) {
      const [key, other] = [await make(text), await make(Buffer.from('another'))];
      expect(await names()).toEqual(expect.arrayContaining([key, other]));
      const encrypted = await read(key);
      for (let at = 0; at < encrypted.length; at += 1) {
        const changed = Buffer.from(encrypted);
        changed[at] = (changed[at] as number) ^ 1;
        await write(key, changed);
        await expect(files.read(key)).rejects.toThrow(/is not what was stored|under another secret/);
      }
      for (const cut of [encrypted.subarray(0, -1), encrypted.subarray(0, 10), Buffer.alloc(0)]) {
        await write(key, cut);
        await expect(files.read(key)).rejects.toThrow(/is not what was stored|under another secret/);
      }
      await write(key, await read(other));
      await expect(files.read(key)).rejects.toThrow('is not what was stored');
      await write(key, encrypted);
      expect(await files.read(key)).toEqual(text);
    }
  },
);

test.each(kinds)(
  'REL-11 %s: of a file of several segments none can be left out, doubled, moved, added or taken from another file, neither as a whole nor where a part is asked for',
  async (_, open) => {
    const { files, put, read, write } = await filesIn(open);
    const bytes = randomBytes(3 * segmentBytes + 5);
    const [key, other] = [await put(bytes), await put(bytes)];
    const segmentsOf = (file: Buffer) =>
      [0, 1, 2, 3].map((n) => {
        const at = headBytes + n * (segmentBytes + tagBytes);
        return file.subarray(at, at + segmentBytes + tagBytes);
      }) as [Buffer, Buffer, Buffer, Buffer];
    const file = await read(key);
    const head = file.subarray(0, headBytes);
    const [a, b, c, d] = segmentsOf(file);
    const [, theirs] = segmentsOf(await read(other));
    for (const [what, segments] of Object.entries({
      'cut between segments': [a, b, c],
      'cut before everything': [],
      'the last alone': [d],
      'one left out': [a, c, d],
      doubled: [a, b, b, c, d],
      moved: [a, c, b, d],
      'added at the end': [a, b, c, d, d],
      'of another file': [a, theirs, c, d],
    })) {
      await write(key, Buffer.concat([head, ...segments]));
      expect([what, await files.get(key).then(all).catch(String)]).toEqual([
        what,
        `Error: The file ${key} is not what was stored.`,
      ]);
    }
    // Whoever asks for a part finds out about the part, and about the end where that is asked for.
    await write(key, Buffer.concat([head, a, theirs, c, d]));
    const part = async (start: number, end: number) =>
      all((await files.get(key, { start, end })) as AsyncIterable<Uint8Array>);
    expect(await part(10, 20)).toEqual(bytes.subarray(10, 20));
    await expect(part(segmentBytes - 1, segmentBytes + 1)).rejects.toThrow('is not what was stored');
    await write(key, Buffer.concat([head, a, b, c]));
    await expect(part(2 * segmentBytes, 9 * segmentBytes)).rejects.toThrow('is not what was stored');
  },
);

test.each(kinds)(
  'PRV-07 %s: a file that was written in one piece stays readable, whole or a part of it',
  async (_, open) => {
    const store = await filesIn(open);
    const bytes = randomBytes(1_500_000);
    const key = await aFileInOnePiece(store, bytes);
    expect((await store.files.read(key))?.equals(bytes)).toBe(true);
    expect(await all(await store.files.get(key, { start: 1_000_000, end: 1_000_009 }))).toEqual(
      bytes.subarray(1_000_000, 1_000_009),
    );
    expect(await store.files.lockOf(key)).toBe('current');
    const another = filesOn(store.driver, Buffer.from('another secret, as long as it has to be'));
    await expect(another.read(key)).rejects.toThrow('under another secret');
  },
);

test.each(kinds)(
  'PRV-07 %s: on the disk no known text is found, neither in the files nor in their names, and equal contents look different',
  async (_, open) => {
    const { put, names, read } = await filesIn(open);
    const text = Buffer.from('%PDF-1.7 Łukasz Nowak, 101-007, cold chain kept. '.repeat(40));
    const [one, other] = [await put(text), await put(text)];
    for (const key of [one, other]) {
      const encrypted = await read(key);
      for (const known of ['%PDF', 'Łukasz', '101-007', 'cold chain']) expect(encrypted.includes(known)).toBe(false);
    }
    expect((await read(one)).equals(await read(other))).toBe(false);
    expect((await names()).join(' ')).not.toContain(sha256(text));
  },
);

test.each(kinds)(
  'PRV-07 %s: without the secret a file is worth nothing, and after a change of the secret old and new files are readable',
  async (_, open) => {
    const { driver, files, put } = await filesIn(open);
    const next = Buffer.from('another secret, as long as it has to be');
    const old = await put('old');
    await expect(filesOn(driver, next).read(old)).rejects.toThrow('under another secret');
    const changed = filesOn(driver, next, secret);
    const { key: young } = await changed.put(Buffer.from('young'));
    expect([await changed.read(old), await changed.read(young)]).toEqual([Buffer.from('old'), Buffer.from('young')]);
    expect([await changed.lockOf(old), await changed.lockOf(young), await files.lockOf(young)]).toEqual([
      'earlier',
      'current',
      'unknown',
    ]);
    await expect(files.read(young)).rejects.toThrow('under another secret');
  },
);

test.each(kinds)('REL-02 %s: content that breaks off leaves nothing behind', async (_, open) => {
  const { files, names } = await filesIn(open);
  const broken = async function* () {
    yield randomBytes(2 * segmentBytes);
    throw new Error('the caller hung up');
  };
  await expect(files.put(broken())).rejects.toThrow('the caller hung up');
  expect(await names()).toEqual([]);
});

async function listed({ list }: Pick<FileDriver, 'list'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const portion of list()) keys.push(...portion);
  return keys.sort();
}

test.each(kinds)('%s: everything that is kept is listed with the moment it was written', async (_, open) => {
  const { files, put } = await filesIn(open);
  expect(await listed(files)).toEqual([]);
  const keys = [await put('one'), await put('two')];
  expect(await listed(files)).toEqual(keys.sort());
  for (const key of keys)
    expect(Math.abs(Date.now() - ((await files.writtenAt(key)) as Date).getTime())).toBeLessThan(60_000);
  expect([await files.writtenAt('../secret'), await files.writtenAt('0'.repeat(32))]).toEqual([null, null]);
});

test('REL-13 a folder of files on a disk of its own has its trash on the other: what is set aside goes there whole, and comes back', async () => {
  const { dataDir } = aFolder();
  const disk = mkdtempSync('/dev/shm/portal-files-');
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
  expect(statSync(disk).dev).not.toBe(statSync(dataDir).dev);
  symlinkSync(disk, path.join(dataDir, 'files'));
  const files = filesOn(folderDriver(dataDir), secret);
  const { key } = await files.put(Buffer.from('a leaflet'));
  const shardIn = (folder: string) => path.join(dataDir, folder, key.slice(0, 2));
  await files.setAside(key);
  expect([readdirSync(shardIn('files')), readdirSync(shardIn('trash'))]).toEqual([[], [key]]);
  expect(await files.bringBack(key)).toBe(true);
  expect([readdirSync(shardIn('files')), readdirSync(shardIn('trash'))]).toEqual([[key], []]);
  expect(String(await files.read(key))).toBe('a leaflet');
  // Of what is not there nothing is left on the other disk either.
  await files.delete(key);
  await files.setAside(key);
  expect(readdirSync(shardIn('trash'))).toEqual([]);
});

test('what was left half-written in a folder is listed with the moment it was begun, and is no file', async () => {
  const { files, put, place } = await filesIn(aFolder);
  const key = await put('one');
  const half = `${key.slice(0, 24)}.new`;
  mkdirSync(path.dirname(place(half)), { recursive: true });
  writeFileSync(place(half), 'ha');
  writeFileSync(path.join(path.dirname(place(half)), 'notes.txt'), 'not ours');
  expect(await listed(files)).toEqual([key, half].sort());
  expect(Date.now() - ((await files.writtenAt(half)) as Date).getTime()).toBeLessThan(60_000);
  expect(await files.read(half)).toBeNull();
  await files.delete(half);
  expect([await listed(files), await files.writtenAt(half)]).toEqual([[key], null]);
});

test.each(kinds)(
  'REL-02 %s: what was set aside is not there, can be brought back, and goes for good once it has lain for long',
  async (_, open) => {
    const { files, put } = await filesIn(open);
    const [key, other] = [await put('one'), await put('another')];
    await files.setAside(key);
    await files.setAside(key);
    expect([await files.read(key), await files.writtenAt(key), await listed(files)]).toEqual([null, null, [other]]);
    expect([await files.bringBack('0'.repeat(32)), await files.bringBack(key)]).toEqual([false, true]);
    expect(await files.read(key)).toEqual(Buffer.from('one'));
    await files.setAside(key);
    expect(await files.emptyTrash(new Date(Date.now() - 60_000))).toBe(0);
    expect(await files.emptyTrash(new Date(Date.now() + 60_000))).toBe(1);
    expect([await files.bringBack(key), await files.read(other)]).toEqual([false, Buffer.from('another')]);
  },
);

test.each(kinds)('REL-02 %s: a file that is touched counts as written now', async (_, open) => {
  const { files, put } = await filesIn(open);
  const key = await put('one');
  const before = await files.writtenAt(key);
  await files.touch(key);
  expect((await files.writtenAt(key))?.getTime()).toBeGreaterThanOrEqual((before as Date).getTime());
  expect(await files.read(key)).toEqual(Buffer.from('one'));
});

test.each(kinds)('REL-13 %s: the marker is what it was marked with last', async (_, open) => {
  const { driver } = await filesIn(open);
  expect(await driver.marker()).toBeNull();
  for (const marker of ['one', 'other']) {
    await driver.mark(marker);
    expect(await driver.marker()).toBe(marker);
  }
  expect(await listed(driver)).toEqual([]);
});
