import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorkers, wasTooMuch } from './workers.ts';

const options = { memoryMb: 64, restMs: 60_000 };
/** Workers that do what a piece says, a function of the body of a module. */
const asTold = (more: { mostSeconds?: number; restMs?: number } = {}) => {
  const ask = makeWorkers(
    new URL(`data:text/javascript,
      const AsyncFunction = (async () => {}).constructor;
      export const work = (text) => new AsyncFunction(text);
    `),
    { ...options, ...more },
  );
  return <T = unknown>(text: string, limitMs = 60_000) => ask<T>(text, limitMs);
};
const pidOf = 'return process.pid';

test('REL-05 a worker does one piece after the other; two pieces at once have two', async () => {
  const ask = asTold();
  const first = await ask<number>(pidOf);
  expect(first).not.toBe(process.pid);
  expect(await ask(pidOf)).toBe(first);
  expect(new Set(await Promise.all([ask(pidOf), ask(pidOf)])).size).toBe(2);
});

test.each([
  ['a crash', `process.kill(process.pid, 'SIGSEGV'); await new Promise(() => {})`, 'A worker ended with SIGSEGV'],
  ['a check of the engine', `process.kill(process.pid, 'SIGTRAP'); await new Promise(() => {})`, 'SIGTRAP'],
  ['an end of its own', 'process.exit(0)', 'A worker ended with 0'],
  ['an error', `throw new TypeError('no such page')`, 'no such page'],
  ['an error of nobody', `setTimeout(() => { throw new Error('late') }); await new Promise(() => {})`, 'late'],
  ['a rejection of nobody', `void Promise.reject(new Error('lost')); await new Promise(() => {})`, 'lost'],
])('REL-05 %s ends the piece and its worker, and nothing else', async (_, text, said) => {
  const ask = asTold();
  const before = await ask(pidOf);
  const failed = await ask(text).catch((error: unknown) => error);
  expect((failed as Error).message).toContain(said);
  expect(wasTooMuch(failed)).toBe(false);
  expect(await ask(pidOf)).not.toBe(before);
});

test.each(['null', 'undefined ?? 0', `'done'`, '{}', '{ failed: null }', '{ failed: { message: {}, name: [] } }'])(
  'SEC-31 a worker that says what is no answer (%s) ends its piece, and nothing else',
  async (said) => {
    const ask = asTold();
    await expect(ask(`process.send(${said}); await new Promise(() => {})`)).rejects.toThrow(Error);
    expect(await ask('return 1 + 1')).toBe(2);
  },
);

test('REL-05 a worker that somebody else ends says nothing of its piece, which may be brought again', async () => {
  const ask = asTold();
  for (const signal of ['SIGKILL', 'SIGTERM']) {
    const piece = `process.removeAllListeners('${signal}'); process.kill(process.pid, '${signal}'); await new Promise(() => {})`;
    await expect(ask(piece)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  }
  expect(await ask('return 1 + 1')).toBe(2);
});

test('REL-05 where no process can be started, work may be brought again', () => {
  const program = `
    import { makeWorkers } from ${JSON.stringify(new URL('./workers.ts', import.meta.url).href)};
    const ask = makeWorkers(new URL('data:text/javascript,export const work = () => () => 1'), ${JSON.stringify(options)});
    console.log(await ask(null, 60_000));
    const { openSync } = await import('node:fs');
    const open = [];
    try {
      for (;;) open.push(openSync('/dev/null'));
    } catch {}
    const [first, second] = await Promise.allSettled([ask(null, 60_000), ask(null, 60_000)]);
    console.log(first.value, second.reason.code);
  `;
  const limited = 'ulimit -n 100; exec "$0" "$@"';
  const words = ['-c', limited, process.execPath, '--input-type=module-typescript', '-e', program];
  const { stdout, stderr } = spawnSync('/bin/sh', words, { encoding: 'utf8' });
  expect(stdout + stderr).toBe('1\n1 unavailable\n');
});

test.each([
  ['memory', 'const all = []; for (;;) all.push(new Array(1_000).fill(Math.random()))', 60_000],
  ['time while it waits', 'await new Promise(() => {})', 100],
  ['time while it computes', 'for (;;);', 100],
  ['what the system lets it compute', 'for (;;);', 60_000],
])('REL-05 SEC-31 a piece that takes too much is told apart from one that fails: %s', async (what, text, limitMs) => {
  const ask = asTold(what.startsWith('what the system') ? { mostSeconds: 1 } : {});
  const failed = await ask(text, limitMs).catch((error: unknown) => error);
  expect([String(failed), wasTooMuch(failed)]).toEqual([String(failed), true]);
  expect(await ask('return 1 + 1')).toBe(2);
});

test('SEC-31 a worker knows nothing of the server: no variables, no files but the program, no writing and no programs', async () => {
  const ask = asTold();
  const tries = (text: string) => ask(`try { ${text}; return 'done' } catch (error) { return error.code }`);
  const env = await ask<string[]>('return Object.keys(process.env)');
  expect(
    env.filter((name) => !['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PWD', '_'].includes(name)),
  ).toEqual([]);
  const fs = `const { readFileSync, writeFileSync } = await import('node:fs');`;
  expect(await tries(`${fs} readFileSync(${JSON.stringify(`${import.meta.dirname}/workers.ts`)})`)).toBe('done');
  expect(await tries(`${fs} readFileSync('/proc/${process.pid}/environ')`)).toBe('ERR_ACCESS_DENIED');
  expect(await tries(`${fs} readFileSync('/etc/hostname')`)).toBe('ERR_ACCESS_DENIED');
  expect(await tries(`${fs} writeFileSync('${import.meta.dirname}/written', '')`)).toBe('ERR_ACCESS_DENIED');
  expect(await tries(`const { spawnSync } = await import('node:child_process'); spawnSync('/bin/true')`)).toBe(
    'ERR_ACCESS_DENIED',
  );
});

test('REL-05 a worker that has worked for a tenth of what it may compute is given no more, so that it is not ended in the midst', async () => {
  const ask = asTold({ mostSeconds: 5 });
  const pid = await ask(pidOf);
  const long = 'const end = performance.now() + 500; while (performance.now() < end); return process.pid';
  expect(await ask(long)).toBe(pid);
  expect(await ask(pidOf)).not.toBe(pid);
});

/** Where workers connect to: what is open there is a worker that lives. */
async function aListener() {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  return { listener, port: (listener.address() as AddressInfo).port };
}

test('REL-05 a worker without work is ended after its rest, and the next piece has another', async () => {
  const { listener, port } = await aListener();
  const ask = asTold({ restMs: 20 });
  const pid = ask<number>(`(await import('node:net')).connect(${port}, '127.0.0.1'); ${pidOf}`);
  const [socket] = (await once(listener, 'connection')) as [Socket];
  await once(socket.resume(), 'close');
  expect(await ask(pidOf)).not.toBe(await pid);
});

test('REL-05 bytes go there and back as they are, 50 MB of them too', async () => {
  const ask = makeWorkers(
    new URL('data:text/javascript,export const work = (bytes) => () => bytes.reverse()'),
    options,
  );
  const bytes = new Uint8Array(50 * 1_048_576).map((_, at) => at % 251);
  const back = await ask<Uint8Array>(bytes.subarray(7), 60_000);
  expect(Buffer.compare(bytes.subarray(7).reverse(), back)).toBe(0);
});

/** A process with a worker, whose piece lasts as long as the connection that it opens here; `text` before that. */
async function aServer(text: string) {
  const { listener, port } = await aListener();
  const worker = `
    import { once } from 'node:events';
    import { connect } from 'node:net';
    export const work = () => async () => {
      const socket = connect(${port}, '127.0.0.1');
      socket.write(String(process.pid));
      await once(socket, 'data');
      ${text}
      socket.end();
      return 'worked';
    };
  `;
  const server = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `
        import { makeWorkers } from ${JSON.stringify(new URL('./workers.ts', import.meta.url).href)};
        process.on('SIGTERM', () => {});
        const ask = makeWorkers(new URL(${JSON.stringify(`data:text/javascript,${worker}`)}), ${JSON.stringify(options)});
        console.log(await ask(null, 60_000));
      `,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  onTestFinished(() => void server.kill('SIGKILL'));
  const [socket] = (await once(listener, 'connection')) as [Socket];
  return { server, socket };
}

test('REL-05 a stop that is told to every process lets a piece of work end, and its worker keeps nobody', async () => {
  const { server, socket } = await aServer('');
  const said = once(server.stdout, 'data');
  const [pid] = (await once(socket, 'data')) as [Buffer];
  process.kill(-(server.pid ?? 0), 'SIGTERM');
  process.kill(Number(pid), 'SIGTERM');
  socket.write('go on');
  expect(String((await said)[0])).toBe('worked\n');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('REL-05 when the server is killed, its workers end', async () => {
  const { server, socket } = await aServer('await new Promise(() => {});');
  socket.resume();
  server.kill('SIGKILL');
  await once(socket, 'close');
});
