import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFiles } from './files.ts';

const secret = Buffer.from('a secret for tests, long enough to be taken');

function aStore() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-files-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const names = () =>
    readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(dataDir, 'files', name)).isFile(),
    );
  const place = (id: string) => path.join(dataDir, 'files', id.slice(0, 2), id);
  return { dataDir, files: openFiles(dataDir, secret), names, place };
}

test('what was put comes back byte for byte until it is deleted, and equal contents are two files', async () => {
  const { files, names } = aStore();
  const bytes = Buffer.from([0, 255, 10, 13, 0]);
  const [one, other, empty] = await Promise.all([files.put(bytes), files.put(bytes), files.put(new Uint8Array())]);
  expect(one).not.toBe(other);
  expect(await files.get(one)).toEqual(bytes);
  expect(await files.get(empty)).toEqual(Buffer.alloc(0));
  expect(names()).toHaveLength(3);
  await files.delete(one);
  await files.delete(one);
  expect(await files.get(one)).toBeNull();
  expect(await files.get(other)).toEqual(bytes);
});

test('a file of several parts comes back as it was put', async () => {
  const { files } = aStore();
  for (const size of [1_048_575, 1_048_576, 1_048_577, 3_500_000]) {
    const bytes = randomBytes(size);
    expect((await files.get(await files.put(bytes)))?.equals(bytes)).toBe(true);
  }
});

test('SEC-26 only an id of our own leads to a file', async () => {
  const { dataDir, files } = aStore();
  writeFileSync(path.join(dataDir, 'secret'), 'secret');
  const id = await files.put(Buffer.from('x'));
  for (const wrong of [
    '../secret',
    '../../etc/passwd',
    `${id}/../../secret`,
    `${id}\0`,
    `${id} `,
    id.toUpperCase(),
    '',
    'secret',
  ]) {
    expect([wrong, await files.get(wrong)]).toEqual([wrong, null]);
    await files.delete(wrong);
  }
  expect(await files.get(id)).toEqual(Buffer.from('x'));
});

test('REL-11 a file that is damaged, cut off or exchanged for another is never handed out', async () => {
  const { files, names, place } = aStore();
  const [id, other] = [await files.put(Buffer.from('a whole document')), await files.put(Buffer.from('another'))];
  expect(names().map((name) => path.basename(name))).toEqual(expect.arrayContaining([id, other]));
  const encrypted = readFileSync(place(id));
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] as number) ^ 1;
    writeFileSync(place(id), changed);
    await expect(files.get(id)).rejects.toThrow('is not what was stored');
  }
  for (const cut of [encrypted.subarray(0, -1), encrypted.subarray(0, 10), Buffer.alloc(0)]) {
    writeFileSync(place(id), cut);
    await expect(files.get(id)).rejects.toThrow('is not what was stored');
  }
  renameSync(place(other), place(id));
  await expect(files.get(id)).rejects.toThrow('is not what was stored');
  writeFileSync(place(id), encrypted);
  expect(await files.get(id)).toEqual(Buffer.from('a whole document'));
});

test('PRV-07 on the disk no known text is found, neither in the files nor in their names, and equal contents look different', async () => {
  const { files, names, place } = aStore();
  const text = Buffer.from('%PDF-1.7 Łukasz Nowak, 101-007, cold chain kept. '.repeat(40));
  const ids = [await files.put(text), await files.put(text)];
  for (const id of ids) {
    const encrypted = readFileSync(place(id));
    for (const known of ['%PDF', 'Łukasz', '101-007', 'cold chain']) expect(encrypted.includes(known)).toBe(false);
  }
  expect(readFileSync(place(ids[0] as string)).equals(readFileSync(place(ids[1] as string)))).toBe(false);
  expect(names().join(' ')).not.toContain(createHash('sha256').update(text).digest('hex'));
});

test('PRV-07 without the secret a file is worth nothing, and after a change of the secret old and new files are readable', async () => {
  const { dataDir, files } = aStore();
  const next = Buffer.from('another secret, as long as it has to be');
  const old = await files.put(Buffer.from('old'));
  await expect(openFiles(dataDir, next).get(old)).rejects.toThrow('under another secret');
  const changed = openFiles(dataDir, next, secret);
  const young = await changed.put(Buffer.from('young'));
  expect([await changed.get(old), await changed.get(young)]).toEqual([Buffer.from('old'), Buffer.from('young')]);
  await expect(files.get(young)).rejects.toThrow('under another secret');
});

test('everything that is kept is listed with the moment it was written, also what was left half-written', async () => {
  const { files, place } = aStore();
  const listed = async () => {
    const ids: string[] = [];
    for await (const portion of files.list()) ids.push(...portion);
    return ids.sort();
  };
  expect(await listed()).toEqual([]);
  const ids = [await files.put(Buffer.from('one')), await files.put(Buffer.from('two'))] as [string, string];
  const half = `${ids[0].slice(0, 24)}.new`;
  writeFileSync(place(half), 'ha');
  writeFileSync(path.join(path.dirname(place(half)), 'notes.txt'), 'not ours');
  expect(await listed()).toEqual([...ids, half].sort());
  for (const id of [...ids, half])
    expect(Date.now() - ((await files.writtenAt(id)) as Date).getTime()).toBeLessThan(60_000);
  expect(await files.get(half)).toBeNull();
  await files.delete(half);
  expect([await listed(), await files.writtenAt(half), await files.writtenAt('../secret')]).toEqual([
    [...ids].sort(),
    null,
    null,
  ]);
});
