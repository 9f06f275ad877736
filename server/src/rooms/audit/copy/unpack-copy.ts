/** Lays a copy that came as a ZIP into a folder, where it is checked. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

interface Entry {
  name: string;
  method: number;
  packedBytes: number;
  bytes: number;
  at: number;
}

const endBytes = 22;
/** Behind the end there may be a comment. */
const longestComment = 65_535;
const stored = 0;
const deflated = 8;

/** Throws, in a sentence, where it is none that can be unpacked. */
export function unpackCopy(zip: string, folder: string): void {
  const file = openSync(zip, 'r');
  const bytesAt = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (at < 0 || readSync(file, bytes, 0, length, at) < length) throw new Error('The archive is cut off.');
    return bytes;
  };
  try {
    const seen = new Set<string>();
    for (const entry of entriesOf(bytesAt, fstatSync(file).size)) {
      const { name, at } = entry;
      const target = path.join(folder, name);
      // Nothing is laid beside the folder, and nothing over what lies there.
      if (seen.has(name) || name.includes('\\') || !target.startsWith(folder + path.sep))
        throw new Error(`The archive has an entry that belongs to no copy: ${name}`);
      seen.add(name);
      if (name.endsWith('/')) continue;
      const local = bytesAt(at, 30);
      const packed = bytesAt(at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), entry.packedBytes);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, unpacked(packed, entry), { flag: 'wx' });
    }
  } finally {
    closeSync(file);
  }
}

/** By the list at the end of the archive. */
function entriesOf(bytesAt: (at: number, length: number) => Buffer, size: number): Entry[] {
  const tail = bytesAt(Math.max(0, size - endBytes - longestComment), Math.min(size, endBytes + longestComment));
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + endBytes > tail.length)
    throw new Error('This is neither a PDF, nor a folder, nor a ZIP archive.');
  const [count, listBytes, listAt] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  // What is larger is listed in another way.
  if (count === 0xff_ff || listAt === 0xff_ff_ff_ff)
    throw new Error('The archive is too large to be unpacked here. Please unpack it, and give the folder.');
  const list = bytesAt(listAt, listBytes);
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > list.length) throw new Error('The list of the archive is cut off.');
    const [name, extra, comment] = [28, 30, 32].map((offset) => list.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: list.toString('utf8', at + 46, at + 46 + name),
      method: list.readUInt16LE(at + 10),
      packedBytes: list.readUInt32LE(at + 20),
      bytes: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** We store; another program may have packed it anew. */
function unpacked(packed: Buffer, { name, method, bytes }: Entry): Buffer {
  const content =
    method === stored ? packed : method === deflated ? inflateRawSync(packed, { maxOutputLength: bytes || 1 }) : null;
  if (content?.length !== bytes) throw new Error(`${name} cannot be unpacked.`);
  return content;
}
