import { randomBytes } from 'node:crypto';
import { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import type { Bucket } from '../server/src/platform/core/files-url.ts';
import { filesOn } from '../server/src/platform/files/files.ts';
import { s3Driver } from '../server/src/platform/files/s3-driver.ts';
import { startSwift } from './swift.ts';

const secret = Buffer.from('T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV');

test('REL-12 REL-11 REL-02 PRV-07 a store as people run it, which checks signatures: files small and large, parts of them, trash, marker, what breaks off, and a machine that hangs', async () => {
  const { endpoint, credentials, hang, goOn } = await startSwift();
  Object.assign(process.env, credentials);
  const bucket: Bucket = { name: 'portal-files', endpoint, region: 'us-east-1', prefix: 'portal/' };
  const driver = s3Driver(bucket);
  const files = filesOn(driver, secret);
  await expect(driver.marker()).rejects.toThrow('(NoSuchBucket, 404)');
  const client = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.createBucket({ Bucket: 'portal-files' });

  expect(await driver.marker()).toBeNull();
  await driver.mark('one');
  expect(await driver.marker()).toBe('one');
  const contents = [0, 1, 1_048_577, 20_000_000].map((size) => randomBytes(size));
  const keys: string[] = [];
  for (const content of contents) keys.push((await files.put(content)).key);
  for (const [at, key] of keys.entries()) {
    const content = contents[at] as Buffer;
    expect([at, (await files.read(key))?.equals(content)]).toEqual([at, true]);
    const parts: Uint8Array[] = [];
    for await (const part of (await files.get(key, { start: 1_000_000, end: 9_000_000 })) ?? []) parts.push(part);
    expect([at, Buffer.concat(parts).equals(content.subarray(1_000_000, 9_000_000))]).toEqual([at, true]);
  }
  const listed = async () => {
    const found: string[] = [];
    for await (const names of files.list()) found.push(...names);
    return found.sort();
  };
  expect(await listed()).toEqual([...keys].sort());

  const [, small, , large] = keys as [string, string, string, string];
  for (const key of [small, large]) {
    await files.touch(key);
    await files.setAside(key);
    expect([await files.read(key), (await listed()).includes(key)]).toEqual([null, false]);
    expect(await files.bringBack(key)).toBe(true);
    expect((await files.read(key))?.length).toBe(contents[keys.indexOf(key)]?.length);
  }
  expect(await files.bringBack('0'.repeat(32))).toBe(false);
  expect(await files.emptyTrash(new Date(Date.now() + 60_000))).toBe(2);
  await files.delete(small);
  expect(await files.read(small)).toBeNull();

  const broken = async function* () {
    yield randomBytes(17_000_000);
    throw new Error('the caller hung up');
  };
  await expect(files.put(broken())).rejects.toThrow('the caller hung up');
  expect((await client.listMultipartUploads({ Bucket: 'portal-files' })).Uploads ?? []).toEqual([]);
  expect((await listed()).length).toBe(3);
  // Of a process that was killed over it.
  await client.createMultipartUpload({ Bucket: 'portal-files', Key: `portal/files/${'0'.repeat(32)}` });
  expect((await client.listMultipartUploads({ Bucket: 'portal-files' })).Uploads).toHaveLength(1);
  await files.emptyTrash(new Date(Date.now() + 60_000));
  expect((await client.listMultipartUploads({ Bucket: 'portal-files' })).Uploads ?? []).toEqual([]);

  hang();
  const asked = performance.now();
  await expect(files.read(large)).rejects.toThrow(/cannot be used \((ETIMEDOUT|TimeoutError)\)/);
  expect(performance.now() - asked).toBeLessThan(18_000);
  const again = performance.now();
  await expect(files.read(large)).rejects.toThrow('cannot be used');
  expect(performance.now() - again).toBeLessThan(100);
  goOn();
  await expect
    .poll(() =>
      files.read(large).then(
        (bytes) => bytes?.length,
        () => 0,
      ),
    )
    .toBe(20_000_000);

  process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong-secret';
  await expect(s3Driver(bucket).marker()).rejects.toThrow(/cannot be used \(SignatureDoesNotMatch, 403\)\.$/);
});
