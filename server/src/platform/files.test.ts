import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFiles } from './files.ts';

function aStore() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-files-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const names = () =>
    readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(dataDir, 'files', name)).isFile(),
    );
  return { dataDir, files: openFiles(dataDir), names };
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

test('REL-11 a file that is damaged or cut off is never handed out', async () => {
  const { dataDir, files, names } = aStore();
  const id = await files.put(Buffer.from('a whole document'));
  expect(names().map((name) => path.basename(name))).toEqual([id]);
  writeFileSync(path.join(dataDir, 'files', names()[0] as string), 'a whole docu');
  await expect(files.get(id)).rejects.toThrow('is not what was stored');
});
