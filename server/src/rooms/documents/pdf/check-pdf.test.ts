import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
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

/** Workers that are done with a small file at once, and with a large one when whoever listens hangs up. */
const workers = (port: number) =>
  new URL(`data:text/javascript,
    import { once } from 'node:events';
    import { connect } from 'node:net';
    export const work = ({ length }) => async () => {
      if (length > 10_000) await once(connect(${port}, '127.0.0.1'), 'close');
      return null;
    };
  `);
const small = aPdf();
const large = aPdf('Delivered. '.repeat(1_000));

test('REL-05 SEC-31 one company has one file looked at at a time, however many of its people upload; another one has the other place', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const check = makePdfCheck({ worker: workers((listener.address() as AddressInfo).port), limitMs: () => 60_000 });
  const upload = (companyId: number, providerId: number, file: Buffer) =>
    inContext(
      { caller: { companyId, providerId }, endsAt: performance.now() + 5_000, connections: 0, passTo: () => {} },
      () => check(file),
    );
  const slow = [1, 2, 3].map((providerId) => upload(1, providerId, large));
  const [first] = (await once(listener, 'connection')) as [Socket];
  await upload(2, 4, small);
  listener.on('connection', (next: Socket) => next.destroy());
  first.destroy();
  await Promise.all(slow);
});

const endless = new URL(`data:text/javascript,
  export const work = ({ length }) => () => {
    while (length > 10_000);
    return null;
  };
`);

test('SEC-27 SEC-31 a file that is looked at for longer than any honest one takes is refused, and the next one has its place', async () => {
  const check = makePdfCheck({ worker: endless, limitMs: (bytes) => (bytes > 10_000 ? 100 : 60_000) });
  await expect(check(large)).rejects.toMatchObject({ code: 'document.not_pdf' });
  await check(small);
});

test('REL-05 how long a worker takes to start and to read its code, or this process to listen, is not held against a file', async () => {
  const slow = new URL(`data:text/javascript,
    await new Promise((resolve) => setTimeout(resolve, 500));
    export const work = async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return () => null;
    };
  `);
  const check = makePdfCheck({ worker: slow, limitMs: () => 250 });
  await expect(check(small)).resolves.toBeUndefined();
  const again = check(small);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600));
  await expect(again).resolves.toBeUndefined();
});
