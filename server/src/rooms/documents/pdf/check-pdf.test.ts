import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { inContext } from '#platform/core/context.ts';
import { aPdf } from '#test/pdfs.ts';
import { tiringPdfs } from '#test/tiring-pdfs.ts';
import { makePdfCheck } from './check-pdf.ts';
import { pdfProblem } from './pdf-problem.ts';

test('SEC-27 SEC-31 REL-05 a file of 60 KB is looked at within a second of computing, whatever it repeats', () => {
  // It was several for one of them, when each of its words had what follows looked at anew.
  for (const [what, file] of Object.entries(tiringPdfs(60_000))) {
    const began = process.threadCpuUsage();
    pdfProblem(file);
    const { user, system } = process.threadCpuUsage(began);
    expect([what, Math.floor((user + system) / 1_000_000)]).toEqual([what, 0]);
  }
});

/** Threads that are done with a small file at once, and with a large one when they are told so; each hears of the other one too. */
const threads = new URL(`data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  const channel = new BroadcastChannel('large files');
  const done = () => parentPort.postMessage(null);
  parentPort.on('message', ({ length }) => {
    if (length < 10_000) return done();
    channel.onmessage = ({ data }) => data === 'done' && done();
    channel.postMessage('begun');
  });
`);
const small = aPdf();
const large = aPdf('Delivered. '.repeat(1_000));

test('REL-05 SEC-31 one company has one file looked at at a time, however many of its people upload; another one has the other place', async () => {
  const check = makePdfCheck({ thread: threads, limitMs: () => 60_000 });
  const upload = (companyId: number, providerId: number, file: Buffer) =>
    inContext(
      { caller: { companyId, providerId }, endsAt: performance.now() + 5_000, connections: 0, passTo: () => {} },
      () => check(file),
    );
  const channel = new BroadcastChannel('large files');
  onTestFinished(() => channel.close());
  const slow = [1, 2, 3].map((providerId) => upload(1, providerId, large));
  await once(channel, 'message');
  await upload(2, 4, small);
  channel.addEventListener('message', () => channel.postMessage('done'));
  channel.postMessage('done');
  await Promise.all(slow);
});

test('SEC-27 SEC-31 a file that is looked at for longer than any honest one takes is refused, and the next one has its place', async () => {
  const check = makePdfCheck({ thread: threads, limitMs: (bytes) => (bytes > 10_000 ? 100 : 60_000) });
  await expect(check(large)).rejects.toMatchObject({ code: 'document.not_pdf' });
  await check(small);
});

test('REL-05 how long a thread takes to start, or this one to listen, is not held against a file', async () => {
  const slow = new URL(`data:text/javascript,
    import { parentPort } from 'node:worker_threads';
    await new Promise((resolve) => setTimeout(resolve, 500));
    parentPort.on('message', () => parentPort.postMessage(null));
  `);
  const check = makePdfCheck({ thread: slow, limitMs: () => 250 });
  await expect(check(small)).resolves.toBeUndefined();
  const again = check(small);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600));
  await expect(again).resolves.toBeUndefined();
});
