import { expect, test } from 'vitest';
import { sendsUploads } from '#test/uploads.ts';
import { fetchTelling } from './fetch-telling.ts';

sendsUploads();

const asked = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a body' };

test('the share that has left is told, and the answer is that of the server', async () => {
  const got: unknown[] = [];
  globalThis.fetch = async (url, init) => {
    got.push([url, init?.method, new Headers(init?.headers).get('content-type'), init?.body]);
    return new Response('an answer', { status: 409, headers: { date: 'Thu, 05 Mar 2026 12:00:00 GMT' } });
  };
  const shares: number[] = [];
  const answer = await fetchTelling((share) => shares.push(share))('/api/somewhere', asked);
  expect(shares).toEqual([0.25]);
  expect(got).toEqual([['/api/somewhere', 'POST', 'text/plain', 'a body']]);
  expect([answer.status, answer.headers.get('date'), await answer.text()]).toEqual([
    409,
    'Thu, 05 Mar 2026 12:00:00 GMT',
    'an answer',
  ]);
});

test('without an answer it fails, and so does what is given up', async () => {
  const send = fetchTelling(() => undefined);
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
  await expect(send('/api/somewhere', asked)).rejects.toThrow(TypeError);
  globalThis.fetch = () => new Promise(() => undefined);
  const stop = new AbortController();
  const sent = send('/api/somewhere', { ...asked, signal: stop.signal });
  stop.abort();
  await expect(sent).rejects.toThrow(DOMException);
});
