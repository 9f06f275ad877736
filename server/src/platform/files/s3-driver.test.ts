import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ObjectStore, openObjectStore } from '#test/object-store.ts';
import { StoreAway } from './driver.ts';
import { filesOn } from './files.ts';
import { s3Driver } from './s3-driver.ts';

const secret = Buffer.from('T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV');
const partBytes = 8_388_608;

async function opened(prefix?: string) {
  const store = await openObjectStore(prefix);
  return { store, driver: s3Driver(store.bucket), files: filesOn(s3Driver(store.bucket), secret) };
}

/** Fails the requests that this picks, as a store does that is about to fall over. */
const failing = (store: ObjectStore, status: number, picks: (asked: string) => boolean, code = 'InternalError') =>
  store.intercept(({ method, url }, reply) => {
    if (!picks(`${method} ${url}`)) return 'left';
    reply.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
    reply.end(`<Error><Code>${code}</Code><Message>key-of-tests secret-of-tests</Message></Error>`);
    return 'answered';
  });

/** So much time goes by, whatever the machine's clock says. */
function later(ms: number): void {
  const at = performance.now() + ms;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(at);
  onTestFinished(() => clock.mockRestore());
}

test('REL-11 REL-02 a large file goes in parts; content that breaks off between them takes back what had gone', async () => {
  const { store, files } = await opened();
  const bytes = randomBytes(2 * partBytes + 5);
  const { key } = await files.put(bytes);
  expect(store.asked.filter((asked) => asked.includes('partNumber='))).toHaveLength(3);
  expect((await files.read(key))?.equals(bytes)).toBe(true);

  store.asked.length = 0;
  const broken = async function* () {
    yield randomBytes(2 * partBytes);
    throw Object.assign(new Error('the caller hung up'), { code: 'ECONNRESET' });
  };
  await expect(files.put(broken())).rejects.toThrow('the caller hung up');
  expect(store.asked.filter((asked) => /^DELETE .*uploadId=/.test(asked))).toHaveLength(1);
  expect(store.asked.filter((asked) => asked.startsWith('POST') && asked.includes('uploadId='))).toEqual([]);
  expect(await store.keys()).toEqual([`files/${key}`]);
  // Whoever hung up was not the store: it is asked again at once.
  expect((await files.read(key))?.equals(bytes)).toBe(true);
});

test('REL-11 a store that fails in the middle of a large file keeps nothing of it', async () => {
  const { store, files } = await opened();
  failing(store, 500, (asked) => asked.includes('partNumber=2'));
  await expect(files.put(randomBytes(2 * partBytes))).rejects.toThrow(StoreAway);
  expect(store.asked.filter((asked) => /^DELETE .*uploadId=/.test(asked))).toHaveLength(1);
  expect(await store.keys()).toEqual([]);
});

test('REL-12 each request has two more tries; after a silence nobody waits, and one finds out when the store is back', async () => {
  const { store, files } = await opened();
  const { key } = await files.put(Buffer.from('a leaflet'));
  let left = 2;
  failing(store, 503, () => left-- > 0);
  expect(await files.read(key)).toEqual(Buffer.from('a leaflet'));

  failing(store, 503, () => true, 'SlowDown');
  store.asked.length = 0;
  const away = 'The bucket portal-files of the file store cannot be used (SlowDown, 503).';
  await expect(files.read(key)).rejects.toThrow(new StoreAway(away));
  expect(store.asked).toHaveLength(3);
  await expect(files.put(Buffer.from('x'))).rejects.toThrow(new StoreAway(away));
  expect(store.asked).toHaveLength(3);
  store.intercept(null);
  await expect(files.read(key)).rejects.toThrow(new StoreAway(away));
  later(3_000);
  expect(await files.read(key)).toEqual(Buffer.from('a leaflet'));
});

test('REL-10 REL-12 a machine whose clock is set back while the store is away does not wait for it any longer', async () => {
  const { store, files } = await opened();
  const { key } = await files.put(Buffer.from('a leaflet'));
  failing(store, 503, () => true, 'SlowDown');
  await expect(files.read(key)).rejects.toThrow(StoreAway);
  store.intercept(null);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  later(3_000);
  expect(await files.read(key)).toEqual(Buffer.from('a leaflet'));
});

test('SEC-37 REL-12 a store that refuses us is told by its code alone, never as absence of files, and is asked again at once', async () => {
  const { store, files, driver } = await opened();
  const { key } = await files.put(Buffer.from('a leaflet'));
  failing(store, 403, () => true, 'SignatureDoesNotMatch');
  for (const call of [() => files.read(key), () => files.setAside(key), () => driver.marker(), () => files.delete(key)])
    await expect(call()).rejects.toThrow(
      new StoreAway('The bucket portal-files of the file store cannot be used (SignatureDoesNotMatch, 403).'),
    );
  failing(store, 404, () => true, 'NoSuchBucket');
  await expect(files.read(key)).rejects.toThrow('(NoSuchBucket, 404)');
  store.intercept(null);
  expect(await files.read(key)).toEqual(Buffer.from('a leaflet'));
});

test('REL-11 content that ends in the middle is never handed out as whole', async () => {
  const { store, files } = await opened();
  const { key } = await files.put(randomBytes(3_000_000));
  const whole = await store.read(`files/${key}`);
  store.intercept(({ method, headers }, reply) => {
    const [, start = 0, end = 0] = (/bytes=(\d+)-(\d+)/.exec(String(headers.range)) ?? []).map(Number);
    if (method !== 'GET' || end < 1_000_000) return 'left';
    reply.writeHead(206, {
      'content-length': whole.length - start,
      'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}`,
    });
    reply.write(whole.subarray(start, 2_000_000), () => reply.destroy());
    return 'answered';
  });
  await expect(files.read(key)).rejects.toThrow(StoreAway);
});

test('REL-02 a process that ends between copy and removal has lost nothing, in either direction', async () => {
  const { store, files } = await opened();
  const { key } = await files.put(Buffer.from('a leaflet'));
  failing(store, 403, (asked) => asked.startsWith('DELETE'));
  await expect(files.setAside(key)).rejects.toThrow(StoreAway);
  expect(await store.keys()).toEqual([`files/${key}`, `trash/${key}`]);
  store.intercept(null);
  expect(await files.read(key)).toEqual(Buffer.from('a leaflet'));
  await files.setAside(key);
  expect(await store.keys()).toEqual([`trash/${key}`]);
  failing(store, 403, (asked) => asked.startsWith('PUT'));
  await expect(files.bringBack(key)).rejects.toThrow(StoreAway);
  store.intercept(null);
  expect([await files.bringBack(key), await files.read(key)]).toEqual([true, Buffer.from('a leaflet')]);
});

test('REL-02 everything is listed, however many there are, and nothing of what lies beside it in the bucket', async () => {
  const { store, files } = await opened('portal/');
  const names = Array.from({ length: 25 }, (_, n) => n.toString(16).padStart(32, '0'));
  await Promise.all(names.map((name) => store.write(`portal/files/${name}`, Buffer.from('x'))));
  await store.write('portal/files/notes.txt', Buffer.from('not ours'));
  await store.write(`files/${'f'.repeat(32)}`, Buffer.from('of another portal'));
  store.intercept((request) => {
    if (request.url?.includes('list-type=2')) request.url += '&max-keys=10';
    return 'left';
  });
  const found: string[] = [];
  const portions: number[] = [];
  for await (const portion of files.list()) {
    portions.push(portion.length);
    found.push(...portion);
  }
  expect(portions.length).toBe(3);
  expect(found.sort()).toEqual(names);
});

/** Takes the requests that this picks and never ends its answer to them, though it may begin it. */
const silent = (store: ObjectStore, picks: (asked: string) => boolean, begins?: Record<string, string>) =>
  store.intercept(({ method, url }, reply) => {
    if (!picks(`${method} ${url}`)) return 'left';
    if (begins) reply.writeHead(200, begins).write('{');
    return 'answered';
  });

test('SEC-33 REL-12 what is asked of a silent store is given up when its time is over, all tries together', async () => {
  const { store } = await opened();
  const name = '0'.repeat(32);
  const late = new StoreAway('The bucket portal-files of the file store cannot be used (ETIMEDOUT).');
  const calls: [string, (driver: ReturnType<typeof s3Driver>) => Promise<unknown>][] = [
    ['HEAD', (driver) => driver.writtenAt(name)],
    ['GET', (driver) => driver.get(name, { start: 0, end: 10 })],
    ['DELETE', (driver) => driver.delete(name)],
    ['PUT', (driver) => driver.setAside(name)],
    ['PUT', (driver) => driver.mark('a marker')],
    ['GET', (driver) => driver.emptyTrash(new Date())],
  ];
  for (const [method, call] of calls) {
    silent(store, (asked) => asked.startsWith(method));
    const begun = performance.now();
    // The limit of one request alone, three times, would be longer.
    const driver = s3Driver(store.bucket, { requestMs: 1_000, askMs: 300, copyMs: 300 });
    await expect(call(driver), method).rejects.toThrow(late);
    expect(performance.now() - begun, method).toBeLessThan(1_000);
  }
  // It answers, and then says nothing more.
  silent(store, () => true, { 'content-type': 'text/plain' });
  await expect(s3Driver(store.bucket, { requestMs: 1_000, askMs: 300, copyMs: 300 }).marker()).rejects.toThrow(late);
});

test('SEC-33 what is asked of a silent store is given up after 10 s, where nothing else is said', async () => {
  const { store } = await opened();
  silent(store, () => true);
  const { setTimeout: usual } = globalThis;
  // Those 10 s go by at once, and no other time.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((work: () => void, ms?: number) => usual(work, ms === 10_000 ? 50 : ms)) as typeof usual);
  onTestFinished(() => timers.mockRestore());
  const begun = performance.now();
  const late = new StoreAway('The bucket portal-files of the file store cannot be used (ETIMEDOUT).');
  await expect(s3Driver(store.bucket).writtenAt('0'.repeat(32))).rejects.toThrow(late);
  expect(performance.now() - begun).toBeLessThan(4_000);
});

test('SEC-33 a file may take longer than that to come and to go, as long as its parts do not', async () => {
  const { store } = await opened();
  const files = filesOn(s3Driver(store.bucket, { requestMs: 400, askMs: 400, copyMs: 400 }), secret);
  const slowly = async function* () {
    for (let n = 0; n < 4; n += 1) {
      await wait(150);
      yield randomBytes(100_000);
    }
  };
  const { key } = await files.put(slowly());
  const found = await files.get(key);
  let read = 0;
  for await (const part of found ?? []) {
    read += part.length;
    await wait(150);
  }
  expect(read).toBe(400_000);
  const whole = await store.read(`files/${key}`);
  store.intercept(({ method, headers }, reply) => {
    const [, start = 0, end = 0] = (/bytes=(\d+)-(\d+)/.exec(String(headers.range)) ?? []).map(Number);
    if (method !== 'GET' || end < 200_000) return 'left';
    reply.writeHead(206, {
      'content-length': whole.length - start,
      'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}`,
    });
    reply.write(whole.subarray(start, 200_000));
    return 'answered';
  });
  await expect(files.read(key)).rejects.toThrow(StoreAway);
});
