import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#test/portal.tsx';
import { newQueryClient, read } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read before a server that does this with each try: when each began and when the read was over, in seconds. */
async function reads(...answers: ((signal: AbortSignal) => Promise<Response>)[]) {
  signIn();
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 100) / 10;
  const tries: number[] = [];
  globalThis.fetch = (_, init) => {
    const answer = answers[tries.push(seconds()) - 1];
    return answer?.(init?.signal as AbortSignal) ?? Promise.reject(new TypeError('asked once more'));
  };
  const over = newQueryClient()
    .fetchQuery(read(listParticipants, { query: { g_id: 2 } }))
    .then(() => `answered at ${seconds()}`)
    .catch(() => `failed at ${seconds()}`);
  await vi.advanceTimersByTimeAsync(60_000);
  return { tries, over: await over };
}

const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, refuse) => {
    signal.addEventListener('abort', () => refuse(signal.reason as Error));
  });
const after = (ms: number, answer: () => Response | Promise<Response>) => () =>
  new Promise<void>((pass) => setTimeout(pass, ms)).then(answer);
const refused = () => Promise.reject(new TypeError('connection refused'));
const overloaded = () => new Response('{"code":"unavailable","message":""}', { status: 503 });
const answered = () => new Response('{"participants":[]}');

test('REL-17 a read that gets no answer is over after 15 seconds and is not tried once more', async () => {
  expect(await reads(silence)).toEqual({ tries: [0], over: 'failed at 15' });
});

test('REL-17 a read that is refused or meets an overloaded server is tried once more after a second', async () => {
  expect(await reads(refused, after(0, answered))).toEqual({ tries: [0, 1], over: 'answered at 1' });
  expect(await reads(after(2_000, overloaded), after(0, answered))).toEqual({ tries: [0, 3], over: 'answered at 3' });
});

test('REL-17 both tries of a read are over within 15 seconds: the second has what the first has left', async () => {
  expect(await reads(after(5_000, overloaded), silence)).toEqual({ tries: [0, 6], over: 'failed at 15' });
  expect(await reads(after(14_500, overloaded))).toEqual({ tries: [0], over: 'failed at 14.5' });
});

test.each([
  ['an empty list where nothing is in sight', 'not_found', 'empty'],
  ['no list where the server has no such call', 'no_such_call', 'failed'],
  ['no list where something in between says so', undefined, 'failed'],
])('CLN-09 a 404 is %s', async (_what, code, expected) => {
  signIn();
  globalThis.fetch = async () => new Response(JSON.stringify({ code, message: 'Not found.' }), { status: 404 });
  const list = read(listParticipants, { query: { g_id: 2 } }, { participants: [] });
  const found = await newQueryClient()
    .fetchQuery(list)
    .then(
      ({ participants }) => participants.length === 0 && 'empty',
      () => 'failed',
    );
  expect(found).toBe(expected);
});
