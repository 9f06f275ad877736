/** What each worker begins with. */
import type { Answer, Work } from './workers.ts';

const answer = (answer: Answer) => void process.send?.(answer);
const failed = (error: unknown) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  answer({ failed: { name, message, ...(stack ? { stack } : {}) } });
};
process.on('uncaughtException', failed);
// Whoever stops the server may tell all its processes; the server ends its workers when it has what they work on.
process.on('SIGTERM', () => {}).on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

const { work } = (await import(process.argv[2] ?? '')) as { work: Work<never, unknown> };
const act = async (piece: never) => {
  try {
    const doIt = await work(piece);
    answer({ has: 'begun' });
    answer({ done: await doIt() });
  } catch (error) {
    failed(error);
  }
};
process.on('message', ({ piece }: { piece: never }) => void act(piece));
answer({ has: 'started' });
