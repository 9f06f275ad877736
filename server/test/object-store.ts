/** A store that speaks the S3 protocol, in memory, with a bucket; it ends with the test. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3 } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';
import { onTestFinished } from 'vitest';
import { type Bucket, bucketOf } from '#platform/core/files-url.ts';

export interface ObjectStore {
  /** What FILES_URL says. */
  url: string;
  bucket: Bucket;
  client: S3;
  /** Whatever lies in the bucket. */
  keys: () => Promise<string[]>;
  read: (key: string) => Promise<Buffer>;
  write: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Each request that came, as method and address. */
  asked: string[];
  /** From now on this answers before the store does; what it leaves alone, the store answers. Null ends it. */
  intercept: (by: ((request: IncomingMessage, reply: ServerResponse) => 'answered' | 'left') | null) => void;
}

/** With a store outside the test, such as one that an operations test runs, in the place of the one in memory. */
export async function openObjectStore(prefix = ''): Promise<ObjectStore> {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'key-of-tests';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'secret-of-tests';
  const app = buildApp({ logger: false });
  await app.ready();
  const asked: string[] = [];
  let interceptor: Parameters<ObjectStore['intercept']>[0] = null;
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    if (interceptor?.(request, reply) !== 'answered') app.routing(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await app.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `s3://portal-files?endpoint=${endpoint}${prefix === '' ? '' : `&prefix=${prefix}`}`;
  const bucket = bucketOf(url) as Bucket;
  const client = new S3({ endpoint, region: bucket.region, forcePathStyle: true });
  const Bucket = bucket.name;
  await client.createBucket({ Bucket });
  return {
    url,
    bucket,
    client,
    keys: async () => ((await client.listObjectsV2({ Bucket })).Contents ?? []).map(({ Key = '' }) => Key),
    read: async (Key) =>
      Buffer.from((await (await client.getObject({ Bucket, Key })).Body?.transformToByteArray()) ?? []),
    write: async (Key, Body) => void (await client.putObject({ Bucket, Key, Body })),
    asked,
    intercept: (by) => void (interceptor = by),
  };
}
