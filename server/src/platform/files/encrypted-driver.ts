/**
 * Encryption around any driver (PRV-07). A file is a head (format, id of the key, salt) and segments of 1 MB, each with a tag of
 * its own, under a key made for this file and name. The nonce counts the segments and marks the last one, so a segment that is
 * changed, moved, left out or taken from elsewhere does not open, and neither does a file that was cut off; any range can be
 * read without the rest.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { type Content, type FileDriver, inPieces, type Range, whole } from './driver.ts';

/** Whether a file lies under the secret of now, an earlier one, or one that is not given. */
export type Lock = 'current' | 'earlier' | 'unknown';
export interface EncryptedDriver extends FileDriver {
  /** Null when there is no such file. */
  lockOf: (name: string) => Promise<Lock | null>;
}

const format = 2;
const headBytes = 21;
const tagBytes = 16;
const segmentBytes = 1_048_576;

/** The first secret encrypts; what was written under an earlier one stays readable. */
export function encrypted(driver: FileDriver, secret: Buffer, ...earlier: readonly Buffer[]): EncryptedDriver {
  const [key, ...earlierKeys] = [keyOf(secret), ...earlier.map(keyOf)] as [Key, ...Key[]];
  const headOf = async (name: string) => {
    const found = await driver.get(name, { start: 0, end: headBytes });
    return found && { size: found.size, head: await whole({ size: headBytes, content: found.content }) };
  };
  const keyIn = (head: Buffer) => {
    const found = [key, ...earlierKeys].find(({ id }) => id.equals(head.subarray(1, 5)));
    // The start looks for the secrets that are in use, so where this one is in none, its head was changed, or its secret is lost.
    if (!found) throw new DamagedFile('a stored file was encrypted under another secret');
    return found;
  };

  return {
    ...driver,
    put: (name, content) => driver.put(name, closed(name, key, content)),
    get: async (name, range) => {
      const found = await headOf(name);
      if (!found) return null;
      const { size, head } = found;
      const inOnePiece = head[0] === 1 ? await driver.get(name) : null;
      if (inOnePiece) return openedWhole(name, await whole(inOnePiece), keyIn, range);
      const segments = Math.max(1, Math.ceil((size - headBytes) / (segmentBytes + tagBytes)));
      const clearSize = size - headBytes - segments * tagBytes;
      if (head[0] !== format || clearSize < 0) throw notWhatWasStored(name);
      const fileKey = fileKeyOf(name, keyIn(head), head.subarray(5));
      return { size: clearSize, content: opened(driver, name, { fileKey, segments, clearSize }, range) };
    },
    lockOf: async (name) => {
      const found = await headOf(name);
      if (!found) return null;
      const keyId = found.head.subarray(1, 5);
      if (key.id.equals(keyId)) return 'current';
      return earlierKeys.some(({ id }) => id.equals(keyId)) ? 'earlier' : 'unknown';
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
/** With the name in it, a file that is put in the place of another one does not open. */
const fileKeyOf = (name: string, key: Key, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, `portal files: segments of ${name}`, 32));

/** It is gone, cut off, changed or exchanged: it is not there as it was stored, while the store is. */
export class DamagedFile extends Error {}
const notWhatWasStored = (name: string) => new DamagedFile(`The file ${name} is not what was stored.`);

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function* closed(name: string, key: Key, content: Content): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(headBytes - 5);
  yield Buffer.concat([Buffer.from([format]), key.id, salt]);
  const fileKey = fileKeyOf(name, key, salt);
  const segment = function* (bytes: Uint8Array, index: number, isLast: boolean) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast));
    yield cipher.update(bytes);
    cipher.final();
    yield cipher.getAuthTag();
  };
  let index = 0;
  let held: Uint8Array | undefined;
  for await (const next of inPieces(content, segmentBytes)) {
    if (held) yield* segment(held, index++, false);
    held = next;
  }
  yield* segment(held ?? Buffer.alloc(0), index, true);
}

interface Segmented {
  fileKey: Buffer;
  segments: number;
  clearSize: number;
}
async function* opened(
  driver: FileDriver,
  name: string,
  { fileKey, segments, clearSize }: Segmented,
  range: Range = { start: 0, end: clearSize },
): AsyncGenerator<Buffer> {
  const end = Math.min(range.end, clearSize);
  // An empty file has a segment too, which says that it is empty.
  const first = Math.min(Math.floor(range.start / segmentBytes), segments - 1);
  const last = Math.max(first, Math.ceil(end / segmentBytes) - 1);
  const at = (index: number) => headBytes + index * (segmentBytes + tagBytes);
  const found = await driver.get(name, { start: at(first), end: at(last + 1) });
  if (!found) throw notWhatWasStored(name);
  let index = first;
  for await (const segment of inPieces(found.content, segmentBytes + tagBytes)) {
    const clear = openedSegment(name, segment, fileKey, nonceOf(index, index === segments - 1));
    const start = index * segmentBytes;
    index += 1;
    const wanted = clear.subarray(Math.max(0, range.start - start), Math.max(0, end - start));
    if (wanted.length > 0) yield wanted;
  }
  // The file became shorter meanwhile.
  if (index <= last) throw notWhatWasStored(name);
}

function openedSegment(name: string, segment: Uint8Array, fileKey: Buffer, nonce: Buffer): Buffer {
  if (segment.length < tagBytes) throw notWhatWasStored(name);
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(segment.subarray(-tagBytes));
  const clear = decipher.update(segment.subarray(0, -tagBytes));
  try {
    decipher.final();
  } catch {
    throw notWhatWasStored(name);
  }
  return clear;
}

/** The first format: one piece under one tag, and the hash of what lies there in the name. */
async function openedWhole(
  name: string,
  bytes: Buffer,
  keyIn: (head: Buffer) => Key,
  range?: Range,
): Promise<{ size: number; content: Content }> {
  if (createHash('sha256').update(bytes).digest('hex') !== name.split('-')[1]) throw notWhatWasStored(name);
  await others();
  const decipher = createDecipheriv('aes-256-gcm', keyIn(bytes).bytes, bytes.subarray(5, 17), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const clear = decipher.update(bytes.subarray(17, -tagBytes));
  try {
    decipher.final();
  } catch {
    throw notWhatWasStored(name);
  }
  const wanted = range ? clear.subarray(range.start, range.end) : clear;
  return {
    size: clear.length,
    content: (async function* () {
      yield wanted;
    })(),
  };
}
