import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import yazl from 'yazl';
import { unpackCopy } from './unpack-copy.ts';

/** An archive of these files, packed as programs do. */
async function packed(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, { compress: true });
  zip.end();
  return buffer(zip.outputStream);
}
function unpacked(archive: Buffer) {
  const around = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const [zip, folder] = [path.join(around, 'copy.zip'), path.join(around, 'copy')];
  writeFileSync(zip, archive);
  unpackCopy(zip, folder);
  return (name: string) => readFileSync(path.join(folder, name), 'utf8');
}
const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

test('P11-19 a copy that was packed anew by another program is laid out as it was', async () => {
  const read = unpacked(await packed({ 'records.json': '{}', 'documents/7/1.pdf': 'Protocol '.repeat(99) }));
  expect([read('records.json'), read('documents/7/1.pdf')]).toEqual(['{}', 'Protocol '.repeat(99)]);
});

test('P11-19 SEC-26 nothing is laid beside the folder, nor two files in one place, and what is no whole archive is said to be none', async () => {
  const archive = await packed({ 'aa/one.txt': 'one', 'aa/two.txt': 'two' });
  for (const [from, to] of [
    ['aa/one.txt', '../one.txt'],
    ['aa/one.txt', 'aa\\one.txt'],
    ['aa/one.txt', 'aa/two.txt'],
  ] as const)
    expect(() => unpacked(renamed(archive, from, to))).toThrow('The archive has an entry that belongs to no copy: ');
  for (const cut of [archive.subarray(0, 40), archive.subarray(0, -10), Buffer.from('PK')])
    expect(() => unpacked(cut)).toThrow('This is neither a PDF, nor a folder, nor a ZIP archive.');
  expect(() => unpacked(archive.subarray(30))).toThrow('The archive is cut off.');
});
